"""``trilith check``: the findings of a project, what is new since the last commit first."""

from generator.changes.since import news_since_commit
from validator.command import checking

check = checking(news_since_commit)

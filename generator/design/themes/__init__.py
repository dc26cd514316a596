"""Themes: what a project states of its look, laid over what comes with trilith."""

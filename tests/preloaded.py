"""All modules of trilith, imported once, so that no process that is forked imports them again."""

import importlib
import pkgutil

import generator
import validator


def import_all():
    """Import every module of both packages."""
    for package in (generator, validator):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)

"""games - the games: each module of this folder has a class of the same
name."""

import importlib
import pkgutil

GAMES = {name: getattr(importlib.import_module("games." + name),
                       name.capitalize())
         for _, name, _ in pkgutil.iter_modules(__path__)}

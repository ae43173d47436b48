"""Loads the settings, and says in a line what is wrong with each of them."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from gamemaster.config.settings import SECTIONS, Settings
from gamemaster.config.sources import (
    CONFIG_VARIABLE,
    FILE_SUFFIX,
    NESTED,
    PREFIX,
    SECRETS,
    ConfigError,
    config_file,
)

TEST_PREFIX = "GM_TEST_"  # read by the tests alone
HIDDEN = "(not shown)"


def load_settings(**overrides: Any) -> Settings:
    """The settings, with `overrides` (from the command line; None is left out) before all else.

    Raises ConfigError with every fault at once. Makes and changes no file.
    """
    given = {name: value for name, value in overrides.items() if value is not None and value != {}}
    unknown = unknown_variables(os.environ)
    try:
        settings = Settings(**given)
    except ValidationError as error:
        raise ConfigError(unknown + [describe(fault, given) for fault in error.errors()]) from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError([f"{config_file()}: is not TOML: {error}"]) from None
    except OSError as error:
        raise ConfigError([f"{error.filename}: cannot be read: {error.strerror}"]) from None
    if unknown:
        raise ConfigError(unknown)
    return settings


def known_variables() -> list[str]:
    names = [PREFIX + name.upper() for name in Settings.model_fields if name not in SECTIONS]
    nested = (
        f"{PREFIX}{section}{NESTED}{name}".upper()
        for section, model in SECTIONS.items()
        for name in model.model_fields
    )
    return [*names, *nested, *(f"{PREFIX}{name.upper()}{FILE_SUFFIX}" for name in SECRETS), CONFIG_VARIABLE]


def unknown_variables(environment: Mapping[str, str]) -> list[str]:
    """A fault for each GM_ variable that nothing reads: most likely a typing error, and then a setting ignored."""
    known = known_variables()
    return [
        f"{name}: there is no such setting; {suggestion(name, known)}"
        for name in sorted(environment)
        if name.startswith(PREFIX) and not name.startswith(TEST_PREFIX) and name not in known
    ]


def suggestion(name: str, known: list[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    return f"did you mean {close[0]}?" if close else f"there are {', '.join(sorted(known))}"


def describe(fault: ErrorDetails, overrides: Mapping[str, Any]) -> str:
    """One line: where the value comes from, the value unless it is a secret, and what is allowed."""
    path = [str(part) for part in fault["loc"]]
    variable = PREFIX + NESTED.join(path[:2]).upper()
    key = ".".join(path)
    if path[0] in overrides:
        value = repr(overrides[path[0]].get(path[1]) if path[0] in SECTIONS else overrides[path[0]])
        place = f"--{path[-1 if path[0] in SECTIONS else 0].replace('_', '-')}"
    elif variable in os.environ or PREFIX + path[0].upper() in os.environ:
        name = variable if variable in os.environ else PREFIX + path[0].upper()
        place, value = name, repr(os.environ[name])
    elif f"{variable}{FILE_SUFFIX}" in os.environ:
        place, value = f"{variable}{FILE_SUFFIX}", HIDDEN
    else:
        place, value = f"{config_file() or 'default'}: {key}", value_in_file(path)
    if fault["type"] == "extra_forbidden":
        known = list(SECTIONS.get(path[0] if len(path) > 1 else "", Settings).model_fields)
        return f"{place}: there is no such setting; {suggestion(path[-1], known)}"
    if path[0] in SECRETS or path[-1] == "token":
        value = HIDDEN
    # A secret is hidden from pydantic, too, which counts what it holds as "items after validation".
    message = fault["msg"].removeprefix("Value error, ").replace("items after validation", "characters")
    return f"{place} = {value}: {message}"


def value_in_file(path: list[str]) -> str:
    file = config_file()
    value: object = tomllib.loads(file.read_text(encoding="utf-8")) if file else None
    for part in path:
        value = value.get(part) if isinstance(value, dict) else value
    return repr(value)

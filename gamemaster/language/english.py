"""The English that a module looks for, read from the file beside it: `exchanges.yaml` for `exchanges.py`.

`forms` are patterns of sentences, and `words` are sets of words. A form may go over several lines, which count as one,
and a form with `{name}` has that one of the `pieces`, words or forms in its place. `{PREPOSITIONS}`, in a form or among
words, stands for all words of that table of `tables.function_words`. `replacements` are forms with what is read in
their place, tried one after another. A file is read when the first of it is asked for, and a form compiled when it is.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pydantic import BaseModel, ConfigDict

from gamemaster.language.tables import function_words
from worlds.safe_yaml import load_packaged

_NAME = re.compile(r"\{([A-Za-z]\w*)\}")
_TABLE = re.compile(r"\{([A-Z]\w*)\}")


def _in_full(word: str) -> list[str]:
    """A word, or in place of `{PREPOSITIONS}` all words of that table."""
    table = _TABLE.fullmatch(word)
    return [word] if table is None else sorted(getattr(function_words, table[1]))


class Replacement(BaseModel):
    """A form, and what is read in its place: a template of `re.sub`."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    form: str
    by: str


class EnglishFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    pieces: dict[str, str] = {}
    words: dict[str, str | list[str]] = {}  # a list where one of them has a space
    forms: dict[str, str] = {}
    replacements: list[Replacement] = []

    def word_list(self, name: str) -> list[str]:
        words = self.words[name]
        return [
            one for word in (words.split() if isinstance(words, str) else words) for one in _in_full(word)
        ]

    def pattern(self, name: str) -> str:
        """A form or piece with all that it names put in, or the words of a table."""
        if name.isupper():
            return "|".join(_in_full(f"{{{name}}}"))
        if name in self.words:
            return "|".join(self.word_list(name))
        return self.with_pieces(self.forms[name] if name in self.forms else self.pieces[name])

    def with_pieces(self, form: str) -> str:
        return _NAME.sub(lambda found: self.pattern(found[1]), form.replace("\n", ""))


@lru_cache
def english_of(module: str) -> EnglishFile:
    package, _, name = module.rpartition(".")
    return EnglishFile.model_validate(load_packaged(package, f"{name}.yaml"))


class Forms(dict[str, re.Pattern[str]]):
    """A module's forms by name."""

    def __init__(self, module: str) -> None:
        super().__init__()
        self._module = module

    def __missing__(self, name: str) -> re.Pattern[str]:
        pattern = self[name] = re.compile(english_of(self._module).pattern(name))
        return pattern


class Words(dict[str, frozenset[str]]):
    """A module's sets of words by name."""

    def __init__(self, module: str) -> None:
        super().__init__()
        self._module = module

    def __missing__(self, name: str) -> frozenset[str]:
        words = self[name] = frozenset(english_of(self._module).word_list(name))
        return words


@lru_cache
def _replacements_of(module: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    file = english_of(module)
    return tuple((re.compile(file.with_pieces(one.form)), one.by) for one in file.replacements)


def with_replacements(module: str, text: str) -> str:
    """A text with each of a module's replacements made in it, in their order."""
    for form, by in _replacements_of(module):
        if form.search(text) is not None:  # what is put in is read anew for each text
            text = form.sub(by, text)
    return text

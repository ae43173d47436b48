"""The chat format of a model, from its tokenizer's own template: the ids that go between the contents of messages."""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import itertools
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from inference.engine import EngineInfo, GenerationRequest
from inference.output.thoughts import Tags, Thoughts, thoughts_of

# Contents that no template changes: no spaces at the ends, no markup, nothing that a model was trained on.
_MARKS = tuple(f"qzxmark{letter}qzx" for letter in "abcdefg")
_ROLES = ("system", "user", "assistant", "user", "assistant", "user")
# A text that vocabularies cut in different ways.
_PROBE = "Nineteen days the Otter lay fast; “Hild?” 1 234 567 — naïve, Þórr, 北風, qzx\n\n  *So* be it."
THINK, END_THINK = "<think>", "</think>"
BLANK = " \n\t\r\u2581"  # the last one stands for a space in some vocabularies
MAX_TRIED = 256  # control tokens; Gemma's vocabulary has thousands
# What templates that write a date are told: a head that changed at midnight would be computed anew by every story, and
# ids that were written before would mean nothing. Llama's own stands there where it is told none.
DAY = datetime.date(2024, 7, 26)
MAX_STOPS = 12  # of our own; a request may have 16


class ChatFormatError(Exception):
    """The template cannot be used for growing prompts; says what was found, and where."""


class Tokenizer(Protocol):
    """What is needed of a tokenizer. `HuggingFaceTokenizer` is the real one."""

    def render(self, messages: Sequence[dict[str, str]], *, generate: bool, think: bool) -> str:
        """The template's text, up to where the model goes on writing if `generate`."""
        ...

    def encode_markup(self, text: str) -> tuple[int, ...]:
        """Ids of a text of the template's: special tokens are special."""
        ...

    def encode(self, text: str) -> tuple[int, ...]:
        """Ids of any other text: nothing in it is special, whatever it says."""
        ...

    def decode(self, ids: Sequence[int]) -> str:
        """The text of ids; special tokens have none."""
        ...

    def specials(self, ids: Sequence[int]) -> frozenset[int]:
        """Those of `ids` that stand for control tokens."""
        ...


@dataclass(frozen=True)
class ChatFormat:
    """Token ids between contents, in the order system, user, assistant, user, assistant, …

    before_system       before the system's content, with which every prompt begins
    system_to_user      between the system's content and the first user's
    user_to_thought     after a user's content, so that the model reasons and then answers: inside an open thought
    user_to_answer      after a user's content, so that the model answers at once
    thought_to_history  what follows `user_to_thought` for an answer that is history: an empty thought, closed
    assistant_to_user   between an assistant's content and the next user's
    can_think           whether the model reasons at all; if not, `user_to_thought` is `user_to_answer`
    stops               ids that begin another message: an answer that writes one has ended
    """

    tokenizer: Tokenizer
    before_system: tuple[int, ...]
    system_to_user: tuple[int, ...]
    user_to_thought: tuple[int, ...]
    user_to_answer: tuple[int, ...]
    thought_to_history: tuple[int, ...]
    assistant_to_user: tuple[int, ...]
    can_think: bool
    stops: tuple[int, ...]

    @cached_property
    def fingerprint(self) -> str:
        """Names the tokenizer and the template: ids that were written under another mean nothing here."""
        literals = (
            self.before_system, self.system_to_user, self.user_to_thought, self.user_to_answer,
            self.thought_to_history, self.assistant_to_user, self.encode(_PROBE),
        )  # fmt: skip
        return hashlib.blake2b(repr(literals).encode(), digest_size=6).hexdigest()

    def with_reasoning(self, request: GenerationRequest, budget: int) -> GenerationRequest:
        """The request as one whose prompt ends with `user_to_thought`: it may reason for so many tokens.

        Without reasoning for a model that does not reason.
        """
        return replace(
            request, reasoning_budget=budget if self.can_think else None, thinking_open=self.can_think
        )

    def encode(self, text: str) -> tuple[int, ...]:
        return self.tokenizer.encode(text)

    def decode(self, ids: Sequence[int]) -> str:
        return self.tokenizer.decode(ids)


def derive(tokenizer: Tokenizer, info: EngineInfo) -> ChatFormat:
    """The format of a tokenizer's template. Raises ChatFormatError where prompts in it could not just grow."""
    tokenizer, (begin, to_user, to_assistant, next_user) = _with_system(tokenizer)
    _check_growing(tokenizer, (begin, to_user, to_assistant, next_user))
    history = tokenizer.encode_markup(to_assistant)
    answer = tokenizer.encode_markup(_opening_of_answer(tokenizer, think=False))
    asked = tokenizer.encode_markup(_opening_of_answer(tokenizer, think=True))
    thoughts = thoughts_of(Tags(info.think_open, info.think_close), asked, answer, history)
    if thoughts is None:  # it must stay as it was sent, whatever the template makes of it as history
        rest = history[len(answer) :] if history[: len(answer)] == answer else ()
        found = Thoughts(answer, answer, rest)
    else:
        found = thoughts
    literals = tokenizer.encode_markup(next_user)
    chat = ChatFormat(
        tokenizer=tokenizer,
        before_system=tokenizer.encode_markup(begin),
        system_to_user=tokenizer.encode_markup(to_user),
        user_to_thought=found.user_to_thought,
        user_to_answer=found.user_to_answer,
        thought_to_history=found.thought_to_history,
        assistant_to_user=literals,
        can_think=thoughts is not None,
        stops=_stops(tokenizer, info, (literals, tokenizer.encode_markup(to_user), found.user_to_thought)),
    )
    _check_data_is_inert(tokenizer, info)
    return chat


def info_by_tokenizer(tokenizer: HuggingFaceTokenizer, name: str) -> EngineInfo:
    """What its engine would say of the model as far as prompts go: the tokenizer itself knows the tags."""
    known = tokenizer.special_ids
    opening, closing = (tokenizer.encode_markup(tag) if tag in known else () for tag in (THINK, END_THINK))
    return EngineInfo(name, 2**31, 2**31, 2**31, think_open=opening, think_close=closing, special_ids=known)


class SystemInUser:
    """A tokenizer whose template has no system role: the system's words stand before the first user's."""

    def __init__(self, inner: Tokenizer) -> None:
        self.inner = inner
        self.encode_markup, self.encode = inner.encode_markup, inner.encode
        self.decode, self.specials = inner.decode, inner.specials

    def render(self, messages: Sequence[dict[str, str]], *, generate: bool, think: bool) -> str:
        system, user, *rest = messages
        content = f"{system['content']}\n\n{user['content']}"
        return self.inner.render([{**user, "content": content}, *rest], generate=generate, think=think)


def _with_system(tokenizer: Tokenizer) -> tuple[Tokenizer, tuple[str, str, str, str]]:
    """The tokenizer, or one that does without the role, and what stands between messages. Raises ChatFormatError."""
    try:
        return tokenizer, _between(tokenizer)
    except ChatFormatError:
        without = SystemInUser(tokenizer)
        with contextlib.suppress(ChatFormatError):  # the first fault is the one to be told
            return without, _between(without)
        raise


def _messages(count: int) -> list[dict[str, str]]:
    return [{"role": _ROLES[i], "content": _MARKS[i]} for i in range(count)]


def _cut(text: str, count: int) -> list[str]:
    """What stands before, between and after the marks. Raises ChatFormatError if one is missing or not there once."""
    parts: list[str] = []
    for number in range(count):
        before, found, text = text.partition(_MARKS[number])
        if not found or _MARKS[number] in text:
            raise ChatFormatError(
                f"the template does not write the {_ROLES[number]} message (number {number + 1}) exactly once: "
                "it may have no such role, or rearrange messages"
            )
        parts.append(before)
    return [*parts, text]


def _between(tokenizer: Tokenizer) -> tuple[str, str, str, str]:
    """The literals before the system, between system and user, user and assistant, assistant and user."""
    begin, to_user, to_assistant, next_user, again, last, _ = _cut(
        tokenizer.render(_messages(6), generate=False, think=True), 6
    )
    if again != to_assistant or last != next_user:
        raise ChatFormatError(
            f"the template writes a later message otherwise than an earlier one: {again!r} and {to_assistant!r}, "
            f"{last!r} and {next_user!r}; prompts that only grow are not possible with it"
        )
    return begin, to_user, to_assistant, next_user


def _opening_of_answer(tokenizer: Tokenizer, *, think: bool) -> str:
    return _cut(tokenizer.render(_messages(4), generate=True, think=think), 4)[-1]


def _check_growing(tokenizer: Tokenizer, literals: tuple[str, str, str, str]) -> None:
    """Message by message gives what the whole conversation gives at once, in text and in ids."""
    begin, to_user, to_assistant, next_user = literals
    joints = [begin, to_user, to_assistant, next_user, to_assistant, next_user]
    for count in (2, 4, 6):
        pieces = [part for joint, mark in zip(joints, _MARKS, strict=False) for part in (joint, mark)][
            : 2 * count
        ]
        rendered = tokenizer.render(_messages(count), generate=False, think=True)
        grown = "".join(pieces)
        if not rendered.startswith(grown):
            at = next(
                (i for i, (a, b) in enumerate(zip(rendered, grown, strict=False)) if a != b), len(rendered)
            )
            raise ChatFormatError(
                f"{count} messages one by one are not what the template writes at once; they part at character {at}: "
                f"{grown[at : at + 40]!r} against {rendered[at : at + 40]!r}"
            )
        ids = [
            number
            for i, part in enumerate(pieces)
            for number in (tokenizer.encode(part) if i % 2 else tokenizer.encode_markup(part))
        ]
        at_once = tokenizer.encode_markup(grown)
        if [n for n in ids if n in tokenizer.specials(ids)] != [
            n for n in at_once if n in tokenizer.specials(at_once)
        ]:
            raise ChatFormatError(
                f"{count} messages one by one have other control tokens than the same at once"
            )
        if tokenizer.decode(ids) != tokenizer.decode(at_once):
            raise ChatFormatError(
                f"{count} messages one by one read {tokenizer.decode(ids)!r}, at once {tokenizer.decode(at_once)!r}"
            )


def _stops(tokenizer: Tokenizer, info: EngineInfo, literals: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """What ends an answer: the engine's ends, and the control tokens with which the template begins messages."""
    control = tokenizer.specials([number for ids in literals for number in ids])
    thoughts = {*info.think_open, *info.think_close}
    firsts = [number for ids in literals for number in ids if number in control and number not in thoughts]
    return tuple(dict.fromkeys([*info.end_ids, *firsts]))[:MAX_STOPS]


def _check_data_is_inert(tokenizer: Tokenizer, info: EngineInfo) -> None:
    """No control token comes of a text that spells one."""
    for name in [
        *itertools.islice(info.special_ids, MAX_TRIED),
        "<|user|>",
        "<|system|>",
        "<think>",
        "</think>",
    ]:
        ids = tokenizer.encode(f"a {name}{name} b")
        if tokenizer.specials(ids) or tokenizer.decode(ids) != f"a {name}{name} b":
            raise ChatFormatError(
                f"the text {name!r} cannot be written as plain text: it becomes a control token"
            )


# ---- the real tokenizer ----


class HuggingFaceTokenizer:
    """A checkpoint's `tokenizer.json` and chat template, without transformers."""

    def __init__(self, tokenizer: Any, template: str, variables: dict[str, Any]) -> None:
        """`tokenizer` is a `tokenizers.Tokenizer`; `variables` are what the template may ask for (`bos_token`, …)."""
        from jinja2 import TemplateSyntaxError

        self._tokenizer = tokenizer
        added = tokenizer.get_added_tokens_decoder()
        self.special_ids: dict[str, int] = {token.content: number for number, token in added.items()}
        # Some vocabularies (Gemma's) add runs of whitespace, which are text like any other.
        control = {number: token.content for number, token in added.items() if token.content.strip(BLANK)}
        self._spelled = (
            re.compile("(?=" + "|".join(map(re.escape, control.values())) + ")") if control else None
        )
        self._special = frozenset(control)
        try:
            self._template = _environment().from_string(template)
        except TemplateSyntaxError as error:
            raise ChatFormatError(
                f"the chat template cannot be read, at line {error.lineno}: {error}"
            ) from error
        self._variables = variables

    @classmethod
    def load(cls, folder: Path) -> HuggingFaceTokenizer:
        """From a checkpoint's folder. Raises ChatFormatError, which names the file that is missing or unfit."""
        try:
            from tokenizers import Tokenizer as Fast
        except ImportError as error:
            raise ChatFormatError(
                "the package `tokenizers` is missing: pip install 'gamemaster[nia]'"
            ) from error
        file = folder / "tokenizer.json"
        if not file.is_file():
            raise ChatFormatError(
                f"{folder} has no tokenizer.json: name a folder with a Hugging Face checkpoint"
            )
        config = _json_of(folder / "tokenizer_config.json")
        template_file = folder / "chat_template.jinja"
        template = (
            template_file.read_text("utf-8") if template_file.is_file() else config.get("chat_template")
        )
        if isinstance(template, list):  # named ones
            template = next((t["template"] for t in template if t.get("name") == "default"), None)
        if not isinstance(template, str):
            raise ChatFormatError(
                f"{folder} has no chat template (chat_template.jinja, or in tokenizer_config.json)"
            )
        names = {key: value for key, value in config.items() if key.endswith("_token")}
        variables = {
            key: v["content"] if isinstance(v, dict) else v for key, v in names.items() if v is not None
        }
        try:
            tokenizer = Fast.from_file(str(file))
        except Exception as error:  # it raises nothing narrower
            raise ChatFormatError(f"{file} cannot be read: {error}") from error
        return cls(tokenizer, template, variables)

    def render(self, messages: Sequence[dict[str, str]], *, generate: bool, think: bool) -> str:
        from jinja2 import TemplateError

        try:
            return str(
                self._template.render(
                    messages=list(messages),
                    add_generation_prompt=generate,
                    enable_thinking=think,
                    thinking=think,
                    tools=None,
                    **self._variables,
                )
            )
        except TemplateError as error:
            roles = ", ".join(message["role"] for message in messages)
            raise ChatFormatError(f"the chat template refuses the messages {roles}: {error}") from error

    def encode_markup(self, text: str) -> tuple[int, ...]:
        try:
            return tuple(self._tokenizer.encode(text, add_special_tokens=False).ids) if text else ()
        except Exception as error:  # it raises nothing narrower
            raise ChatFormatError(f"the tokenizer cannot encode {text[:40]!r}: {error}") from error

    def encode(self, text: str) -> tuple[int, ...]:
        """A control token's name is cut after its first character, and so is never seen whole by the tokenizer."""
        ids = [number for piece in self._cut(text) for number in self.encode_markup(piece)]
        if self._special.isdisjoint(ids):
            return tuple(ids)
        single = [self.encode_markup(character) for character in text]  # a normalizer made one up
        return tuple(n for part in single if self._special.isdisjoint(part) for n in part)

    def _cut(self, text: str) -> list[str]:
        spelled = self._spelled.finditer(text) if self._spelled is not None else ()
        edges = sorted({0, len(text), *(found.start() + 1 for found in spelled)})
        return [text[a:b] for a, b in itertools.pairwise(edges)]

    def decode(self, ids: Sequence[int]) -> str:
        return str(
            self._tokenizer.decode([n for n in ids if n not in self._special], skip_special_tokens=False)
        )

    def specials(self, ids: Sequence[int]) -> frozenset[int]:
        return self._special.intersection(ids)


def _environment() -> Any:
    """As transformers sets it up, so that a template reads here as it was written there."""
    from jinja2.ext import Extension, loopcontrols
    from jinja2.nodes import Node
    from jinja2.parser import Parser
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Generation(Extension):
        """`{% generation %}` marks for training what an assistant wrote. Here its content stands alone."""

        tags = {"generation"}  # noqa: RUF012 - as jinja2 declares it

        def parse(self, parser: Parser) -> list[Node]:
            next(parser.stream)
            return parser.parse_statements(("name:endgeneration",), drop_needle=True)

    found = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols, Generation]
    )
    found.filters["tojson"] = _to_json
    found.globals["raise_exception"] = _refuse
    found.globals["strftime_now"] = DAY.strftime
    return found


def _to_json(value: Any, **options: Any) -> str:
    return json.dumps(value, ensure_ascii=False, **options)


def _refuse(message: str) -> None:
    raise ChatFormatError(f"the chat template refuses: {message}")


def _json_of(file: Path) -> dict[str, Any]:
    if not file.is_file():
        return {}
    try:
        found = json.loads(file.read_text("utf-8"))
    except ValueError as error:
        raise ChatFormatError(f"{file} is not JSON: {error}") from error
    if not isinstance(found, dict):
        raise ChatFormatError(f"{file} holds no JSON object")
    return found

"""Takes personal data out of a recording, by rule: what is left may be read, compared and played again. Pure.

Ids of players, stories and acts become pseudonyms: the same id is the same pseudonym within one export, and the salt
that makes them is thrown away with it. What `gamemaster.recording.pii_patterns` finds in any text becomes a
placeholder such as
⟨email⟩, and so does every mention of a name that the player gave, and what they called their branches. What came in
pieces (the engine's deltas, the text that streamed) is joined, scrubbed, and put back.

Where any words were changed, token ids and digests of prompts, which give the old ones away, go too, and the recording
can no longer be verified byte for byte: its header says so under `scrubbed`, as `words`.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gamemaster.recording.pieces import decode_escapes, pieces_of
from gamemaster.recording.pii_names import Names
from gamemaster.recording.pii_patterns import Found, find, merge_overlaps
from gamemaster.recording.vocabulary import given_names, world_words

RULES_VERSION = 2
BRANCH = "branch"
IDS = ("player and story ids", "act ids")  # what is counted, beside the rules' names
FORMAT = "scrubbed"  # of a model's token ids: no tokenizer's, so that prompts are made of the words instead
SHORT = 400  # characters of a text that is looked up instead of being searched again
_ID = re.compile(r"[0-9a-f]{32}\Z")
_ID_IN_TEXT = re.compile(r"(?<![0-9a-fA-F])[0-9a-f]{32}(?![0-9a-fA-F])")
# Where no words of anybody's stand, and a digest must not be taken for a telephone number.
TECHNICAL = frozenset(
    """digest state path keys world_hash schema format stamps hash kind type stage lane reason started version ids
    error circumstances""".split()
)
_DIGEST = re.compile(r"[0-9a-f]{16}\Z")  # as `messages` of a request are named
# Where ids of the world's people, places and things stand, or a recording's own: no name is looked for in them.
NAMING = frozenset(
    """id story player world place to from item who target speaker owner skill narrator by source about heard_from
    people rule beat flag fact ended status it him her them there""".split()
)
_IDENTIFIER = re.compile(r"[A-Za-z0-9_.:-]*\Z")
Lines = list[dict[str, Any]]


@dataclass(frozen=True)
class Scrubbed:
    """`counts`: by the rule's name, in how many places it changed something. `words`: whether any text was changed."""

    lines: Lines
    counts: dict[str, int]
    words: bool


class Pseudonyms:
    """Other ids for the ids of one export. `salt`: random bytes (32) that nobody keeps."""

    def __init__(self, salt: bytes) -> None:
        if len(salt) < 16:
            raise ValueError(f"a salt of {len(salt)} bytes can be guessed; it needs at least 16")
        self._salt = salt

    def of(self, identifier: str) -> str:
        """32 hexadecimal digits, as ids have."""
        return hashlib.blake2b(identifier.encode(), key=self._salt, digest_size=16).hexdigest()

    def in_text(self, text: str, known: Collection[str]) -> tuple[str, int]:
        """The text with every known id in it changed, and how many there were."""
        count = 0

        def other(match: re.Match[str]) -> str:
            nonlocal count
            if match.group() not in known:
                return match.group()
            count += 1
            return self.of(match.group())

        return (_ID_IN_TEXT.sub(other, text), count) if len(text) >= 32 else (text, 0)


def scrub(lines: Iterable[Mapping[str, Any]], pseudonyms: Pseudonyms) -> Scrubbed:
    """A recording's lines without personal data. `lines` are in the present format, the header first, and stay as
    they are."""
    given = list(lines)
    work = _Scrubbing(pseudonyms, Names(given_names(given), world_words(given)), _ids(given), _acts(given))
    joined = work.scrub_joined(given)
    done = [work.line(line, joined.get(number, {})) for number, line in enumerate(given)]
    words = any(count for rule, count in work.counts.items() if rule not in (*IDS, BRANCH))
    if words:
        done = [_without_traces(line) for line in done]
    counts = {rule: work.counts[rule] for rule in sorted(work.counts)}
    if done:
        done[0] = {**done[0], "scrubbed": _scrub_note(given[0].get("scrubbed"), counts, words)}
    return Scrubbed(done, counts, words)


def _scrub_note(before: Any, counts: dict[str, int], words: bool) -> dict[str, Any]:
    """What the header says of it; a recording that is scrubbed again keeps what was done before."""
    earlier = before if isinstance(before, dict) else {}
    total: Counter[str] = Counter(earlier.get("counts", {}))
    total.update(counts)
    return {"rules": RULES_VERSION, "counts": dict(total), "words": words or bool(earlier.get("words"))}


def _values(value: Any, keys: Collection[str]) -> Iterator[str]:
    """The texts that stand under one of these keys, however deep."""
    if isinstance(value, list):
        for part in value:
            yield from _values(part, keys)
    elif isinstance(value, Mapping):
        for key, part in value.items():
            if key in keys and isinstance(part, str):
                yield part
            elif isinstance(part, dict | list):
                yield from _values(part, keys)


def _ids(lines: Sequence[Mapping[str, Any]]) -> frozenset[str]:
    """The ids of players and stories."""
    return frozenset(found for found in _values(lines, ("player", "story", "parent")) if _ID.match(found))


def _acts(lines: Sequence[Mapping[str, Any]]) -> frozenset[str]:
    """The ids of all that clients asked for."""
    asked = (line["message"].get("id") for line in lines if line["kind"] == "client")
    return frozenset(_values(lines, ("act_id",))) | frozenset(each for each in asked if isinstance(each, str))


def _without_traces(line: dict[str, Any]) -> dict[str, Any]:
    """Token ids spell what was said as well as letters do, and from the digest of a few words they can be guessed."""
    if line["kind"] == "delta":
        return {**line, "delta": {**line["delta"], "ids": []}}
    if line["kind"] == "request":
        return {**line, "prompt": _without_digests(line.get("prompt"))}
    record = line.get("record")
    if isinstance(record, dict) and isinstance(record.get("model"), dict):
        model = {**record["model"], "format": FORMAT, "parts": [], "outcome": [], "narration": []}
        if isinstance(model.get("compaction"), dict):
            model["compaction"] = {**model["compaction"], "ids": []}
        return {**line, "record": {**record, "model": model}}
    return line


def _without_digests(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_digests(part) for part in value]
    if isinstance(value, dict):
        return {
            key: "" if key == "digest" else [] if key == "messages" else _without_digests(part)
            for key, part in value.items()
        }
    return value


# ---- scrubbing ----


@dataclass
class _Scrubbing:
    """The work on one recording, and what was done so far."""

    pseudonyms: Pseudonyms
    names: Names
    ids: frozenset[str]  # of players and stories, wherever the recording names them
    acts: frozenset[str]
    counts: Counter[str] = field(default_factory=Counter)
    _ends: dict[str, str] = field(default_factory=dict)  # halves of values, and whose
    _known: dict[str, list[Found]] = field(default_factory=dict)

    def scrub_joined(self, lines: Sequence[Mapping[str, Any]]) -> dict[int, dict[str, str]]:
        """The texts that came in pieces, scrubbed as one: by the line's number, `text` as it is to be."""
        groups, repeated = pieces_of(lines)
        result: dict[int, dict[str, str]] = {}
        for group in groups:
            self._learn_ends(lines, "".join(text for _, text in group))
        for group in groups:
            for (number, _), text in zip(group, self.pieces([text for _, text in group]), strict=True):
                result[number] = {"text": text}
        for number, first in repeated.items():
            result[number] = result[first]
        return result

    def _learn_ends(self, lines: Sequence[Mapping[str, Any]], whole: str) -> None:
        """Where a turn was stopped, what is kept of it may end within a value, which no rule knows from its half."""
        edits = find(whole, self.names)
        for line in lines if edits else ():
            for span in line["record"].get("spans", ()) if line["kind"] == "commit" else ():
                kept = str(span.get("text"))
                if whole.startswith(kept):
                    cut = (edit for edit in edits if edit.start + 1 < len(kept) < edit.end)
                    self._ends.update({kept[edit.start :]: edit.rule for edit in cut})

    def text(self, text: str) -> str:
        """A text that stands by itself."""
        return self.pieces([text])[0]

    def pieces(self, pieces: list[str]) -> list[str]:
        """A text that came in pieces, scrubbed as one, in as many pieces."""
        whole = "".join(pieces)
        plain = decode_escapes(whole)
        if plain != whole and self._find(
            plain
        ):  # written with escapes, which cannot be put back where they were
            whole, pieces = plain, [plain, *([""] * (len(pieces) - 1))]
        changed = self._put_back(whole, self._find(whole), pieces)
        result = []
        for text in changed:
            text, count = self.pseudonyms.in_text(text, self.ids)
            self.counts[IDS[0]] += count
            result.append(text)
        return result

    def _put_back(self, whole: str, edits: list[Found], pieces: list[str]) -> list[str]:
        """The pieces with the edits made: a placeholder stands where what it replaces began."""
        result, place, waiting = [], 0, 0
        for piece in pieces:
            end, parts, at = place + len(piece), [], place
            while waiting < len(edits) and edits[waiting].start < end:
                edit = edits[waiting]
                if edit.start >= place:
                    parts += [whole[at : edit.start], self._placeholder(edit)]
                at = min(edit.end, end)
                if edit.end > end:
                    break
                waiting += 1
            result.append("".join([*parts, whole[at:end]]))
            place = end
        return result

    def _find(self, text: str) -> list[Found]:
        if text not in self._known:
            found = find(text, self.names)
            for end, rule in self._ends.items():
                if end in text:
                    pattern = rf"(?<![^\W_]){re.escape(end)}(?![^\W_])"
                    found += [Found(*match.span(), rule) for match in re.finditer(pattern, text)]
            found = merge_overlaps(found)
            if len(text) > SHORT:
                return found
            self._known[text] = found
        return self._known[text]

    def _placeholder(self, found: Found) -> str:
        self.counts[found.rule] += 1
        return f"⟨{found.rule}⟩"

    def line(self, line: Mapping[str, Any], joined: Mapping[str, str]) -> dict[str, Any]:
        """A line without personal data; `joined` has the text that was scrubbed with others' already."""
        done: dict[str, Any] = {}
        for key, value in line.items():
            if joined and key in ("frame", "delta"):
                done[key] = {**self._part({k: v for k, v in value.items() if k != "text"}), **joined}
            elif joined and key == "text":
                done[key] = joined["text"]
            else:
                done[key] = self._value(key, value)
        return self._without_branch_names(done)

    def _part(self, part: Mapping[str, Any]) -> dict[str, Any]:
        return {key: self._value(key, value) for key, value in part.items()}

    def _value(self, key: str, value: Any) -> Any:
        if isinstance(value, dict):
            return value if key == "stamps" else self._part(value)
        if isinstance(value, list):
            return [self._value(key, part) for part in value]
        if not isinstance(value, str) or key in TECHNICAL or (key == "messages" and _DIGEST.match(value)):
            return value
        if key in ("act_id", "id") and value in self.acts:
            return self._act(value)
        return self._identifier(value) if _IDENTIFIER.match(value) and key in NAMING else self.text(value)

    def _identifier(self, value: str) -> str:
        changed, count = self.pseudonyms.in_text(value, self.ids)
        self.counts[IDS[0]] += count
        return changed

    def _act(self, act_id: str) -> str:
        self.counts[IDS[1]] += 1
        return self.pseudonyms.of(act_id)

    def _without_branch_names(self, line: dict[str, Any]) -> dict[str, Any]:
        """Without what the player called their branches."""
        if line["kind"] == "header" and line.get("name"):
            line["name"] = self._branch()
        message, frame = line.get("message"), line.get("frame")
        if isinstance(message, dict) and message.get("type") == "branch":
            message["name"] = self._branch()
        if isinstance(frame, dict) and frame.get("type") in ("branched", "story") and frame.get("name"):
            frame["name"] = self._branch()
        return line

    def _branch(self) -> str:
        self.counts[BRANCH] += 1
        return f"⟨{BRANCH}⟩"

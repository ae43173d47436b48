"""What no player should read: notes to oneself, marks of other formats, speech without a speaker, broken letters."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from functools import cache

from worlds.checks.subject import Subject
from worlds.problems import WorldError, note, warning
from worlds.schema import Line, Passage, Variant
from worlds.source import Route
from worlds.validate import nearest, part_name
from worlds.verbs import GESTURE_SLOTS, HIS_ALONE

_UNFINISHED = re.compile(
    r"\b(TODO|FIXME|XXX+|TBD|TKTK|[Ll]orem ipsum|PLACEHOLDER|placeholder text|WRITE ME|CHANGE ?ME|[Ii]nsert \w+ here)\b"
    r"|\[(?:\w+ ){0,3}(?:here|text|description|name|insert|add|fill|write)\b[^\]\n]*\]|(?<!\?)\?{3,}"
    r"|^[ \t]*(?:<{7}|={7}|>{7})(?=\s|$)",
    re.MULTILINE,
)
_MACRO = re.compile(r"\{\{[^{}]*\}\}|<(?:USER|BOT|CHAR|START)>")
_BRACES = re.compile(r"(?<!\{)\{([^{}]*)\}(?!\})")
_STRAY_AT = re.compile(r"(?m)(?<=[^\s@])[ \t]+@([A-Za-z_]\w*)|\(@([A-Za-z_]\w*)")
_HTML = re.compile(
    r"</?(?:b|i|u|em|strong|br|p|div|span|script|img|a|font|center|h[1-6])(?:\s[^<>]*)?/?>", re.I
)
_MARKDOWN = re.compile(r"\[[^\]\n]+\]\([^)\s]+\)|(?m:^#{1,6} )|\*\*[^*\n]+\*\*|__[^_\n]+__")
_ENTITY = re.compile(r"&(?:[a-z]{2,8}|#\d{2,5});", re.I)
# UTF-8 that was read as Latin-1 or Windows-1252, and the sign for what could not be read.
_BROKEN = re.compile("\N{REPLACEMENT CHARACTER}|â€[™œ\x9d“”˜¦]|Ã[©¨¤¶¼Ÿ¡³±]|â€")
_SPEECH = re.compile(r"(?m)^[ \t]*([A-Za-z_][\w ]{0,30}):[ \t]+\S")
# Sections whose braces are filled in: their own checks know with what.
_WITH_BRACES = {"messages", "stances"}
# What is never told to a player.
_NOTES = {
    "hint", "strategy", "bible", "path", "say", "persona", "want", "fear", "secret", "manner", "examples", "credits",
}  # fmt: skip


def check_prose(subject: Subject) -> Iterator[WorldError]:
    speakers = {**{name: name for name in (*subject.world.characters, *subject.world.threats)}}
    for name, person in subject.world.characters.items():
        speakers.setdefault(person.name.casefold(), name)
    for route, text in subject.texts:
        yield from _check_marks(subject, route, text)
        yield from _check_speech(subject, route, text, speakers)


_MARKS: tuple[tuple[re.Pattern[str], str, str, str], ...] = (
    (_UNFINISHED, "unfinished", "is still to be written", "write it, or remove it"),
    (_MACRO, "mark", "is a macro of another program", "write what it stands for"),
    (_HTML, "mark", "is HTML, and is told as it stands", "write plain text"),
    (_ENTITY, "mark", "is a code of HTML, and is told as it stands", "type the sign itself"),
    (_MARKDOWN, "mark", "is Markdown, and is told as it stands", "write plain text"),
    (_BROKEN, "encoding", "is a broken letter", "type it again, and save the file as UTF-8"),
)
# What none of them is without. Most texts hold none of these, and alternatives that are plain letters are found fast.
_MAY_BE_MARKED = re.compile(
    r"\{|<|&|\[|#|\*\*|__|\?\?\?|=======|>>>>>>>|\N{REPLACEMENT CHARACTER}|â|Ã|TODO|FIXME|XXX|TBD|TKTK|PLACEHOLDER"
    r"|placeholder text|WRITE ME|CHANGE|Lorem ipsum|lorem ipsum|Insert |insert "
)


def _check_marks(subject: Subject, route: Route, text: str) -> Iterator[WorldError]:
    if _MAY_BE_MARKED.search(text) is None:
        return
    for pattern, kind, says, hint in _MARKS:
        for number, match in enumerate(pattern.finditer(text)):
            words = match.group().strip()
            if _is_condition(route):
                continue
            place = subject.source.find_in(route, words, text.count(words, 0, match.start()))
            yield warning(place, f"{part_name(route)}: `{words[:40]}` {says}", hint, kind=kind)
            if number > 2:
                break
    if "{" not in text:
        return
    if not (_WITH_BRACES | _NOTES | {"replies", "gestures"}).intersection(route) and not _MACRO.search(text):
        for match in _BRACES.finditer(text):
            place = subject.source.find_in(route, match.group())
            message = f"{part_name(route)}: nothing is put in the place of `{match.group()[:40]}` here"
            yield warning(place, message, "write the words themselves", kind="placeholder")


_EMPTY_LINES = re.compile(r"\n\s*\n")


def check_pairs(subject: Subject) -> Iterator[WorldError]:
    """Braces and quotation marks that open and do not close. Speech may go on in the next paragraph."""
    for route, text in subject.texts:
        if "when" in route:
            continue
        for sign, other in (("{", "}"), ("}", "{")):
            if text.count(sign) > text.count(other):
                place = subject.source.find_in(route, sign, text.count(sign) - 1)
                message = f"{part_name(route)}: a `{sign}` without its `{other}`"
                yield warning(place, message, "add it, or remove this one", kind="placeholder")
        paragraphs = _EMPTY_LINES.split(text) if '"' in text else []
        for number, paragraph in enumerate(paragraphs):
            after = paragraphs[number + 1].lstrip() if number + 1 < len(paragraphs) else ""
            if paragraph.count('"') % 2 and not after.startswith('"') and not re.search(r'\d"', paragraph):
                marks = text[: text.index(paragraph) + paragraph.rindex('"')].count('"')
                place = subject.source.find_in(route, '"', marks)
                message = f"{part_name(route)}: a quotation mark without its other"
                yield note(place, message, "add the one that is missing", kind="pair")


def check_silence(subject: Subject) -> Iterator[WorldError]:
    """A speaker without words; a text that is told at some times alone, where something is always to be told."""
    for route, text in subject.texts:
        for match in _NO_WORDS.finditer(text) if "@" in text else ():
            place = subject.source.find_in(route, match.group(1))
            message = f"{part_name(route)}: `{match.group(1)}` is to speak, and no words follow"
            yield warning(place, message, "write them in the same paragraph", kind="speaker")
    for route, variant in subject.of_type(Variant):
        for text in variant.text:
            if _BEGUN.fullmatch(text):
                message = f"{part_name(route)}: `{text.strip()}` is still to be written"
                yield warning(
                    subject.source.find(route), message, "write it, or remove it", kind="unfinished"
                )
    always: list[tuple[Route, Passage]] = [
        (("locations", name, "description", "first"), place.description.first)
        for name, place in subject.world.locations.items()
    ]
    always += [(("endings", name, "text"), ending.text) for name, ending in subject.world.endings.items()]
    for section in ("items", "characters"):
        parts = getattr(subject.world, section)
        always += [((section, name, "description"), one.description) for name, one in parts.items()]
    for route, passage in always:
        if passage and all(variant.when is not None for variant in passage):
            message = f"{part_name(route)}: nothing is told where none of these holds"
            hint = "add a last wording without `when:`"
            yield note(subject.source.find(route), message, hint, kind="silent")


_BEGUN = re.compile(r"\s*(?:todo|tbd|fixme|xx+|asdf\w*|n/?a|[.…]+)[.!]?\s*", re.I)
_NO_WORDS = re.compile(r"(?m)^[ \t]*(@[a-z]\w*:)[ \t]*(?=\Z|\n[ \t]*(?:\n|\Z))")


def _is_condition(route: Route) -> bool:
    return "when" in route or "path" in route


def _check_speech(
    subject: Subject, route: Route, text: str, speakers: dict[str, str]
) -> Iterator[WorldError]:
    if ("@" not in text and ":" not in text) or _NOTES.intersection(route) or route[0] == "lore":
        return
    for match in _STRAY_AT.finditer(text) if "@" in text else ():
        word = match.group(1) or match.group(2)
        place = subject.source.find_in(route, f"@{word}")
        message = f"{part_name(route)}: `@{word}` stands within a line"
        hint = f"begin a paragraph with `@{word}:` to have them speak; within a line write the name"
        yield warning(place, message, hint, kind="mark")
    for match in _SPEECH.finditer(text) if ":" in text else ():
        word = match.group(1)
        who = speakers.get(word.casefold())
        if who and (route[-1] != "name"):
            place = subject.source.find_in(route, match.group(1))
            message = f"{part_name(route)}: `{word}:` begins a line without `@`"
            yield warning(place, message, f"write `@{who}: …` to have them speak", kind="speaker")


def check_commas(subject: Subject) -> Iterator[WorldError]:
    """`[Go in, you will be cold.]` is two texts: an entry in lower case after one that ends with no mark.

    What is spoken ends with a mark, so that there a capital is no excuse: `[Well, Osk knows.]`.
    """
    rows = dict.fromkeys(route[:-1] for route, _ in subject.texts if isinstance(route[-1], int))
    for row in rows:
        if not _NO_TEXTS.isdisjoint(row):
            continue
        entries = [str(entry).strip() for entry in _list_at(subject.source.data, row)]
        if not any(entry[-1:] in _ENDS for entry in entries):
            continue
        for number, (before, text) in enumerate(itertools.pairwise(entries), start=1):
            goes_on = text[:1].islower() or re.match(
                r"I(?:['’]\w+)? [a-z]", text
            )  # "You are crew, I suppose."
            cut = before[-1:].isalnum() and (goes_on or row[-1] in _SPOKEN)
            if cut and _after_a_comma(subject, (*row, number)):
                begins, ended = " ".join(text.split()[:4]), " ".join(before.split()[-4:])
                message = (
                    f"{part_name(row)}: a comma within [ ] ended the text after `{ended}`, before `{begins}`"
                )
                # A warning: where a list of short texts was meant, the world plays as it was written.
                place = subject.place(*row, number)
                yield warning(place, message, "put the whole text in quotes", kind="cut_text")
                break


_ENDS = (".", "!", "?")
_SPOKEN = frozenset({"lines", "else", "greeting", "remarks", "unknown", "farewell"})


def _list_at(data: object, route: Route) -> list[object]:
    for step in route:
        inside = (isinstance(data, dict) and step in data) or (
            isinstance(data, list) and isinstance(step, int)
        )
        data = data[step] if inside else None  # type: ignore[index]
    return data if isinstance(data, list) else []


def _after_a_comma(subject: Subject, route: Route) -> bool:
    """Whether a text stands in [ ] without quotes, as the one before it: there alone a comma ends them."""
    place = subject.source.find(route)
    lines = subject.source.lines.get(place.file, [""])[: place.line]
    lines[-1] = lines[-1][: place.column - 1]
    before = " ".join(lines[-2:]).rstrip()
    return before.endswith(",") and not before.endswith(("',", '",'))


def check_stars(subject: Subject) -> Iterator[WorldError]:
    """A `*` makes a paragraph narration at its beginning, and words *stressed* in pairs; alone it is told as it is."""
    for route, text in subject.texts:
        if "*" not in text or _NOTES.intersection(route) or _is_condition(route):
            continue
        for paragraph in _EMPTY_LINES.split(text):
            if paragraph.count("*") % 2 and not paragraph.lstrip().startswith("*"):
                place = subject.source.find_in(route, "*", text[: text.index(paragraph)].count("*"))
                message = f"{part_name(route)}: a `*` within a line is told as it stands"
                hint = "begin a new paragraph with it to have the words told, or set it on both sides of a *word*"
                yield warning(place, message, hint, kind="mark")
                break


def check_lines(subject: Subject) -> Iterator[WorldError]:
    """Lines of characters are written without quotation marks; names and aliases are no lists in one text."""
    for who, person in subject.world.characters.items():
        lines: list[tuple[Route, Line]] = [
            ((group, number), line)
            for group in ("greeting", "remarks", "unknown", "farewell")
            for number, line in enumerate(getattr(person, group))
        ]
        for topic, one in person.topics.items():
            lines += [(("topics", topic, "lines", number), line) for number, line in enumerate(one.lines)]
        for steps, line in lines:
            for number, text in enumerate(line.text):
                if re.fullmatch(r'["“„«].*["”“»]', text.strip(), re.DOTALL):
                    route: Route = ("characters", who, *steps, "text", number)
                    message = f"{part_name(route)}: a line is written without quotation marks"
                    yield warning(subject.source.find(route), message, "remove them", kind="mark")


_WORD_LISTS = ("aliases", "names", "keys", "synonyms", "phrases", "strategy", "direction")
_NO_TEXTS = frozenset({*_NOTES, *_WORD_LISTS, "asks", "also"})


@cache
def _word_lists_of(kind: type[object]) -> tuple[str, ...]:
    """Asked once of a class, as asking a part for what it does not have costs much."""
    fields = getattr(kind, "model_fields", {})
    return tuple(name for name in _WORD_LISTS if name in fields)


def check_word_lists(subject: Subject) -> Iterator[WorldError]:
    """`aliases: rope, cord` is one alias; `-rope` without a blank is no entry of a list."""
    for route, text in subject.texts:
        if text.startswith("-") and re.match(r"-[^\W\d]", text):
            message = f"{part_name(route)}: `{text[:40]}` begins with a dash"
            hint = "put a blank after the dash of a list"
            yield warning(subject.source.find(route), message, hint, kind="list")
    for route, part in subject.parts:
        for field in _word_lists_of(type(part)):
            words = getattr(part, field)
            if not isinstance(words, tuple):
                continue
            for number, word in enumerate(words):
                if "," in word or ";" in word:
                    if field == "phrases" and re.fullmatch(r"\w+, (?:\w+ ){2,}\w+", word):
                        continue  # "boy, feed the fire"
                    where = subject.place(*route, field, number)
                    message = f"{part_name(route)}: `{word}` is one name, with a `{',' if ',' in word else ';'}` in it"
                    yield warning(where, message, f"write a list: `{field}: [one, other]`", kind="list")
                elif not word.strip():
                    where = subject.place(*route, field, number)
                    yield warning(where, f"{part_name(route)}: an empty name", "remove it", kind="list")


def check_replies(subject: Subject) -> Iterator[WorldError]:
    """What a character's own short answers, and what they do at a gesture, may hold in braces."""
    for who, person in subject.world.characters.items():
        replies = {name: getattr(person.replies, name) for name in person.replies.model_fields_set}
        for field, known, texts in (
            ("replies", _REPLY_BRACES, replies),
            ("gestures", GESTURE_SLOTS, person.gestures),
        ):
            for name, wordings in texts.items():
                for number, text in enumerate(wordings):
                    for match in _BRACES.finditer(text):
                        if match.group(1) not in known:
                            route: Route = ("characters", who, field, name, number)
                            near = nearest(match.group(1), known)
                            may = " and ".join(f"{{{one}}}" for one in sorted(known)[:2])
                            hint = f"did you mean {{{near}}}?" if near else f"it may hold {may}"
                            place = subject.source.find_in(route, match.group())
                            message = f"character `{who}`: no placeholder {match.group()}"
                            yield warning(place, message, hint, kind="placeholder")
        if person.pronoun == "he":
            continue
        for name, wordings in person.gestures.items():
            for number, text in enumerate(wordings):
                for match in HIS_ALONE.finditer(text):
                    place = subject.source.find_in(("characters", who, "gestures", name, number), match.group())
                    message = f"character `{who}`: {match.group()} has no noun, and `her`, `its` and `their` need one"
                    hint = f"name the thing: {match.group()} hand"
                    yield warning(place, message, hint, kind="placeholder")


_REPLY_BRACES = frozenset({"what", "who", "place", "way", "tale", "echo", "deed", "tag"})


_ROOT = 5  # letters by which two words are taken for one
_SHORTEST = 4
# Words that shape a sentence, and give nothing away: those of `gamemaster.language.talk.questions.matters`, and more.
_SMALL_WORDS = frozenset(
    """
    aboard about above across after again against almost along already also although always among another
    anybody anyone anything around atop away because been before behind being below beneath beside besides
    between beyond both bunch came cannot certain come concerning could couple does done down each eight else
    enough especially even ever every everybody everyone everything everywhere five four from gave give goes
    happen happened have here herself himself however indeed inside instead into itself just keep kept knew
    know last later like made make many maybe might more most much must myself near nearly neither never next
    nine nobody nothing nowhere often once ones only onto other otherwise outside over pair past perhaps piece
    please quite rather really regarding round said same says seen seven shall should since some somebody
    someone something sometimes somewhere soon still stuff such take tell than that their them themselves then
    there these they thing things think this those though three through thus till together told took toward
    towards under underneath until upon used using usually very want ways went were what when whenever where
    wherever whether which while whoever whole whom whose will with within without would your yours yourself
    """.split()
)


def check_personas(subject: Subject) -> Iterator[WorldError]:
    """What a persona begins with is told to whoever asks who somebody is: nothing that they keep secret."""
    places = (place.name for place in subject.world.locations.values())
    common = (
        subject.world.title,
        subject.world.summary,
        *(text for variant in subject.world.opening for text in variant.text),
        *places,
        *(key for lore in subject.world.lore.values() if lore.common for key in lore.keys),
    )
    for who, person in subject.world.characters.items():
        route = ("characters", who, "persona")
        hidden = (subject.world.facts[fact].text for fact in person.hides if fact in subject.world.facts)
        called = _roots(" ".join((person.name, *person.aliases, *common)))
        kept = _roots(" ".join((person.secret, *hidden))).keys() - called.keys()
        begins = _roots(re.split(r"[,.;:]|\b(?:who|that|which|with)\b", person.persona)[0])
        for root in (root for root in begins if root in kept):
            message = f"character `{who}`, persona: `{begins[root]}` is what `secret` or `hides` keeps back"
            hint = "begin with their trade alone: whoever asks who they are is told that"
            yield note(subject.source.find_in(route, begins[root]), message, hint, kind="given_away")
            break


def _roots(text: str) -> dict[str, str]:
    words = (word for word in re.findall(r"\w+", text) if len(word) >= _SHORTEST)
    telling = (word for word in words if {low := word.casefold(), low.removesuffix("s")}.isdisjoint(_SMALL_WORDS))
    return {word.casefold().removesuffix("s")[:_ROOT]: word for word in telling}

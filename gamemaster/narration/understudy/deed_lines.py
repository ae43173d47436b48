"""The wordings of what no author foresaw: an attempt, what came of it, and what it left behind. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable

from gamemaster.language.names.normalization import plain, words_of
from gamemaster.language.tables.function_words import DETERMINERS
from gamemaster.language.talk.bargains import terms_of
from gamemaster.language.wording.paragraphs import has_words
from gamemaster.language.wording.replies import reply
from gamemaster.language.wording.second_person import in_second_person
from gamemaster.language.wording.short_questions import short_question
from gamemaster.language.wording.stance_lines import (
    AMONG_SEVERAL,
    CAME_OF,
    LINES,
    OFFERS,
    SOLD,
    TORN,
    TRACES,
    UNNOTICED_LINES,
)
from gamemaster.language.wording.stock_lines import fitting, name_of
from gamemaster.narration.understudy.answers.in_character.questions import proper_names
from gamemaster.narration.understudy.deeds.senses import material_of
from gamemaster.narration.understudy.reactions import deed_in_their_mouth
from gamemaster.rules.operations.scene_changes import clean, is_needed
from gamemaster.rules.proposal import Happening
from gamemaster.rules.stances.favours import demand_of, is_to_tell, word_wrung
from gamemaster.rules.stances.table import UNNOTICED, UNNOTICED_BY_ALL
from worlds.schema import PLAYER, World

KINDS = frozenset({"attempted", "came_of", "enjoyed", "detail", "concealed", "barred"})


def deed_lines(world: World, happening: Happening) -> tuple[str, ...]:
    """The wordings for a happening of one of `KINDS`, filled in; empty where there is nothing to say."""
    detail = happening.detail
    match happening.kind:
        case "attempted":
            return _attempt_lines(world, happening)
        case "came_of":
            code = detail.get("code", "")
            phrases = CAME_OF["noise_here" if code == "noise" and detail.get("level") == "1" else code]
            own = world.messages.get(f"came_of_{code}", ())
            names = {"named": detail.get("named", ""), "tool": _name(world, detail.get("tool"))}
            return fitting(own or phrases, **names, **_common(world, happening))
        case "enjoyed":
            return fitting(OFFERS[detail["offer"]], **_common(world, happening))
        case "detail":
            fresh = detail.get("fresh") == "yes"
            return fitting(TRACES["fresh" if fresh else "detail"], named=detail.get("named", ""))
        case "concealed":
            other = _name(world, detail.get("where") or None)
            return fitting(TRACES["concealed"], other=other, **_common(world, happening))
        case _:
            return fitting(TRACES[happening.kind], **_common(world, happening))


# What somebody says to what was tried on them in words: where it came off, and where it did not.
_ANSWERED = {
    "threaten": ("scared", "unmoved"), "insult": ("hurt", "hurt"), "beg": ("agreed", "begged"),
    "charm": ("flattered", "doubted"), "comfort": ("comforted", ""), "bargain": ("dealt", "price"),
    "persuade": ("agreed", "might"), "deceive": ("agreed", "doubted"),
}  # fmt: skip


def spoken_answer(world: World, happening: Happening, told: Callable[[str], bool]) -> tuple[str, ...]:
    """What somebody says who was threatened, flattered, begged: nobody is silent to such words."""
    kinds = _ANSWERED.get(happening.what or "") if happening.kind == "attempted" else None
    person = world.characters.get(happening.who or "")
    if kinds is None or person is None or not has_words(person):
        return ()
    result = happening.detail.get("result")
    kind = "dealt" if _is_a_sale(happening) else kinds[result in ("failure", "fumble")]
    terms = terms_of(words_of(plain(happening.detail.get("aim", ""))), proper_names(world))
    if happening.what == "bargain" and terms is not None:
        kind = {"partial": "bargain_first", "failure": "bargain_no", "fumble": "bargain_no"}.get(
            result or "", "bargain_done"
        )
        return reply(person, kind, told, offered=terms.offered, asked=terms.asked)
    if happening.what == "threaten":
        return _to_a_threat(world, happening, kind, told)
    if happening.what == "deceive" and (tag := short_question(_CLAIMING.sub("", happening.detail.get("aim", "")))):
        return reply(person, "lie_taken" if kind == "agreed" else "lie_doubted", told, tag=tag)
    return reply(person, kind, told) if kind else ()


_CLAIMING = re.compile(
    r"^(?:i )?(?:lie|lies|bluff|fib|pretend|claim|make up (?:a \w+ )?)(?: to \w+)?(?: that)? ", re.IGNORECASE
)


def _to_a_threat(
    world: World, happening: Happening, kind: str, told: Callable[[str], bool]
) -> tuple[str, ...]:
    """They say what they will do, or that they will not, of what was demanded with the threat."""
    who, aim = happening.who or "", happening.detail.get("aim", "")
    demand, person = demand_of(aim), world.characters[who]
    thing = happening.detail.get("recipient", "")
    if not demand or (kind != "unmoved" and thing in world.items and not is_needed(world, thing)):
        return reply(person, kind, told)
    barred = demand.startswith("do not ")
    deed = deed_in_their_mouth(world, demand.removeprefix("do ") if barred else demand)
    if kind == "unmoved":
        return person.replies.unmoved or reply(person, "unmoved" if barred else "defies", told, deed=deed)
    if is_to_tell(demand):
        return reply(person, "no_more_to_tell", told)
    if thing or not word_wrung(world, who, aim):
        return reply(person, "anything_else", told)
    return reply(person, "gives_in", told, deed=deed)


def names_terms(world: World, happening: Happening) -> bool:
    """Whether it is a bargain of two sides, which whoever it was put to always says back, whatever else they say."""
    aim = happening.detail.get("aim", "")
    return happening.what == "bargain" and terms_of(words_of(plain(aim)), proper_names(world)) is not None


def _is_a_sale(happening: Happening) -> bool:
    """Whether somebody sold what they keep a stall for: nobody had to be talked round."""
    detail = happening.detail
    return happening.what == "persuade" and detail.get("rolled") == "no" and "recipient" in detail


def _common(world: World, happening: Happening) -> dict[str, str]:
    return {
        "thing": _name(world, happening.what),
        "who": _name(world, happening.who),
        "place": _name(world, happening.place),
        "way": happening.detail.get("way", ""),
    }


def _attempt_lines(world: World, happening: Happening) -> tuple[str, ...]:
    """The world's own wordings of this stance and result, else those that every world has."""
    detail = happening.detail
    unnoticed = happening.what == "stealth" and detail.get("aim") in (UNNOTICED, UNNOTICED_BY_ALL)
    several = detail.get("all", "").split()
    by_eyes = AMONG_SEVERAL if several else UNNOTICED_LINES
    succeeded, partly, failed = by_eyes if unnoticed else LINES[happening.what]  # type: ignore[index]  # a row's name
    succeeded = SOLD if _is_a_sale(happening) else succeeded
    stock = {"partial": partly, "failure": failed, "fumble": failed}.get(detail.get("result", ""), succeeded)
    names = {
        "thing": detail.get("way") or _name(world, detail.get("target") or None),
        "who": _name(world, happening.who),
        "tool": _name(world, detail.get("tool")),
        "other": _name(world, detail.get("recipient")),
        "way": detail.get("way", ""),
        "aim": clean(detail.get("aim", "")),
        "all": " and ".join(filter(None, (_name(world, one) for one in several))),
    }
    if unnoticed:
        return fitting(stock, **names)
    if happening.what == "signal" and names["aim"] and not names["tool"]:
        return (_called_out(names["aim"]),)
    if happening.what == "music" and (aim := names["aim"]) and aim.split()[0] not in DETERMINERS:
        told = in_second_person(aim)  # what is played or danced, and no piece that is sung
        return (told,) if stock is succeeded else tuple(f"{told} {line}" for line in fitting(stock, **names))
    if stock is succeeded and not names["tool"] and _tears(world, happening):
        stock = TORN
    if names["who"]:  # whoever is told of as a person is no thing
        stock = tuple(line for line in stock if "{who}" in line) or stock
    return fitting(happening.wordings, **names) or fitting(stock, **names)


_CALLING = frozenset(
    "shout yell scream bellow roar holler howl whistle cry call cheer hoot whoop shriek sing clap bark moo".split()
)


def _called_out(aim: str) -> str:
    """A call as it was typed, or the words of it: "You shout your name into the dark.", "You call out: “To war!”"."""
    if aim.split()[0] in _CALLING:
        return in_second_person(aim)
    marked = aim if aim[-1] in "?!\u2026" else f"{aim.rstrip('.')}!"
    return f"You call out: \u201c{marked[:1].upper()}{marked[1:]}\u201d"


def _tears(world: World, happening: Happening) -> bool:
    """Whether what was forced is paper or cloth, which nobody sets a shoulder to."""
    target = happening.detail.get("target")
    parts = (part for part in (world.items.get(target or ""), *(f for _, f in world.features())) if part)
    part = next((part for part in parts if part.id == target), None) if happening.what == "force" else None
    return part is not None and material_of(part) in ("paper", "cloth")


def _name(world: World, thing: str | None) -> str:
    return "" if thing is None or thing == PLAYER else name_of(world, thing)

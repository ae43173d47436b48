"""What those who were there keep of a turn: memories in the first person, and facts that stopped being true. Pure.

Only who perceived a thing remembers it (`Happening.seen_by`: there, alive, awake; the player hidden is not seen), and
of what was said only what the player was told: in a turn that was cut short, words that nobody heard were not spoken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from gamemaster.language.wording.paragraphs import has_words, paragraphs_of
from gamemaster.language.wording.stance_lines import SEEN
from gamemaster.language.wording.stock_lines import fitting, name_of
from gamemaster.memory.own_words import as_typed
from gamemaster.rules.conditions import is_asleep
from gamemaster.rules.proposal import Happening, Outcome, Ruling
from gamemaster.rules.stances.table import STANCES
from gamemaster.rules.state import Invalidated, Met, Span, StoryState
from npcs.memory import DEATH, MAX_PEOPLE, MAX_TEXT_CHARS, PROMISE, SECRET, Memory, memory_id
from npcs.reflection import DEED
from worlds.rules import all_rules
from worlds.schema import PLAYER, World
from worlds.verbs import SPEAK

STRANGER = "the stranger"  # the player, as characters speak of them among themselves
UNSEEN = frozenset(
    {"stealth", "hide", "finesse", "sabotage", "deceive", "disguise"}
)  # that came off, nobody saw
MOST_EACH = 6  # memories of one character of one turn; the most important stay
MOST_MEETINGS = 4  # of a turn, at which tales travel
MOST_QUOTED = 300  # characters of what somebody said
# Said to somebody by the player, with these verbs: it is heard, whatever they answer.
_TELLING = frozenset("tell promise accuse deceive threaten insult apologise thank charm persuade".split())
_DID = {
    "accuse": "accused", "threaten": "threatened", "insult": "insulted", "apologise": "apologised to",
    "thank": "thanked", "charm": "was charming to", "persuade": "tried to persuade", "promise": "promised",
    "deceive": "told",
}  # fmt: skip
_LEADING = frozenset("that of about for to with".split())
_EMPTY_WORDS = (".unknown", ".farewell")  # a shrug, a goodbye: lines of a character's that say nothing
_PERSON, _ITEM = "person", "item"
# What is no longer as it was once such a thing has happened.
_CHANGED = {
    "took": _ITEM, "dropped": _ITEM, "gave": _ITEM, "died": _PERSON, "promise_kept": PROMISE, "promise_broken": PROMISE,
}  # fmt: skip


@dataclass(frozen=True)
class Turn:
    """A turn that is over: its states, what was proposed and ruled, what was told, and whether that was cut short."""

    world: World
    before: StoryState
    after: StoryState
    outcome: Outcome
    ruling: Ruling
    spans: tuple[Span, ...]
    cut: bool = False
    words: str = ""  # as the player typed them


class _Seen(NamedTuple):
    """One memory in the making. `text` is a template: {p} and {P} are the player."""

    owner: str
    text: str
    importance: int
    people: tuple[str, ...]
    about: str | None = None
    heard_from: str | None = None


def memories_of(turn: Turn) -> list[Memory]:
    """What each character keeps of the turn, in the order in which it came about."""
    mine: dict[str, list[_Seen]] = {}
    for seen in _all(turn):
        kept = mine.setdefault(seen.owner, [])
        if all(seen.text != other.text for other in kept):
            kept.append(seen)
    made = []
    for _, kept in sorted(mine.items()):
        best = sorted(range(len(kept)), key=lambda at: (-kept[at].importance, at))[:MOST_EACH]
        made += [_memory(turn, kept[at], number) for number, at in enumerate(sorted(best))]
    return made


def invalidated_by(turn: Turn) -> list[Invalidated]:
    """Where things and people are, and open promises: whoever saw that change knows that it was otherwise before."""
    owners: dict[str, set[str]] = {}
    for one in turn.ruling.happenings:
        kind = _CHANGED.get(one.kind)
        name = one.who if kind == _PERSON else one.what
        if kind is not None and name is not None and one.seen_by:
            owners.setdefault(f"{kind}:{name}", set()).update(one.seen_by)
    return [
        Invalidated(about=about, minute=turn.after.minutes, owners=sorted(who))
        for about, who in sorted(owners.items())
    ]


def meetings_of(world: World, before: StoryState, after: StoryState) -> list[Met]:
    """Who came together in the turn and can speak: alive, awake, in one place, and not together before it."""
    there: dict[str, list[str]] = {}
    for who, person in sorted(after.characters.items()):
        if person.alive and has_words(world.characters[who]) and not is_asleep(world, after, who):
            there.setdefault(person.place, []).append(who)
    return [
        Met(one=one, other=other, place=place)
        for place, people in sorted(there.items())
        for at, one in enumerate(people)
        for other in people[at + 1 :]
        if before.characters[one].place != before.characters[other].place
    ][:MOST_MEETINGS]


# ---- what is perceived ----


def _all(turn: Turn) -> Iterator[_Seen]:
    yield from _told_by_the_player(turn)
    for happening in turn.ruling.happenings:
        yield from _of(turn, happening)
    for memory in turn.ruling.memories:
        yield _Seen(memory.who, memory.what, memory.importance, (PLAYER,))


def _of(turn: Turn, one: Happening) -> Iterator[_Seen]:
    """What each who perceived a happening keeps of it; those it is about see it from where they stand."""
    match one.kind:
        case "took" | "dropped" | "gave":
            yield from _item_memories(turn, one)
        case "rule" | "rule_partial" | "rule_failed":
            yield from _act_memories(turn, one)
        case "attempted":
            yield from _attempt_memories(turn, one)
        case "struck":
            yield from _both(one, "{P} struck me.", f"I saw {{p}} strike {_name(turn, one.who)}.", 8)
        case "healed" if one.who is not None:
            yield from _both(one, "{P} tended my wounds.", f"I saw {{p}} tend {_name(turn, one.who)}.", 6)
        case "died" if one.who is not None:
            text = f"I saw {_name(turn, one.who)} die."
            for owner in one.seen_by:
                yield _Seen(owner, text, 10, (one.who,), f"{DEATH}:{one.who}")
        case "said" | "remark" | "recollected":
            yield from _speech_memories(turn, one)
        case "promised" | "promise_kept" | "promise_broken":
            yield from _promise_memories(turn, one)
        case "threat_arrived" | "threat_met":
            threat = turn.world.threats[one.who].name if one.who in turn.world.threats else one.who
            for owner in one.seen_by:
                yield _Seen(owner, f"I saw {threat}, here, with my own eyes.", 8, ())
        case "beat":
            beat = turn.world.beats.get(one.what or "")
            if beat is not None and beat.remember:
                for owner in one.seen_by:
                    yield _Seen(owner, _one_line(beat.remember), 6, ())


def _item_memories(turn: Turn, one: Happening) -> Iterator[_Seen]:
    thing, about = _thing(turn, one.what), f"{_ITEM}:{one.what}"
    if one.kind == "gave":
        seen = f"I saw {{p}} give {thing} to {_name(turn, one.who)}."
        yield from _both(one, f"{{P}} gave me {thing}.", seen, 6, about)
        return
    verb, weight = ("take", 4) if one.kind == "took" else ("put down", 3)
    item = turn.world.items.get(one.what or "")
    for owner in one.seen_by:
        mine = item is not None and owner == item.owner
        its = f"my {item.name}" if item is not None and mine else thing
        theft = mine and one.kind == "took" and _saw_deed(turn, owner, "theft")
        of_what = f"{DEED}:theft" if theft else about
        yield _Seen(owner, f"I saw {{p}} {verb} {its}.", weight + 3 * mine, (PLAYER,), of_what)


def _saw_deed(turn: Turn, owner: str, what: str) -> bool:
    seen = turn.after.characters[owner].witnessed
    return any(deed.turn == turn.after.turn and deed.what == what for deed in seen)


def _act_memories(turn: Turn, one: Happening) -> Iterator[_Seen]:
    """An act of a rule: in its author's words if there are any, else by its verb and what it was done to."""
    rule = next((rule for rule in all_rules(turn.world) if rule.id == one.what), None)
    failed = one.kind == "rule_failed"
    target, tool = one.detail.get("target"), one.detail.get("item")
    verb = one.detail.get("verb") or (rule.verbs[0] if rule is not None and rule.verbs else None)
    witness = rule.witness if rule is not None and not failed else None
    about = f"{DEED}:{witness}" if witness is not None else None
    for owner in one.seen_by:
        if rule is not None and rule.remember and not failed:
            yield _Seen(owner, _one_line(rule.remember), 6, (PLAYER,), about)
        elif (
            verb is not None and target is not None and verb not in SPEAK
        ):  # what was said, is kept as it was said
            act = _act(turn, owner, verb, target, tool)
            did = f"try to {act}, and fail" if failed else act
            people = (PLAYER, *((target,) if target in turn.world.characters and target != owner else ()))
            yield _Seen(owner, f"I saw {{p}} {did}.", 4 + 2 * (witness is not None), people, about)


def _attempt_memories(turn: Turn, one: Happening) -> Iterator[_Seen]:
    """An idea of the player's, as far as it could be seen: what was done to what, and whether it came off."""
    detail, stance = one.detail, one.what
    if stance not in SEEN or (stance in UNSEEN and detail.get("result") in ("success", "critical")):
        return
    target = detail.get("target") or None
    failed = detail.get("result") in ("failure", "fumble")
    about = f"{DEED}:{STANCES[stance].deed}" if STANCES[stance].deed is not None else None
    for owner in one.seen_by:
        mine = target == owner
        names = {
            "thing": "me" if mine else _thing(turn, target) if target is not None else "",
            "tool": _thing(turn, detail["tool"]) if "tool" in detail else "",
            "other": _thing(turn, detail["recipient"]) if "recipient" in detail else "",
            "way": detail.get("way", ""),
            "aim": detail.get("aim", ""),
        }
        did = fitting(SEEN[stance], **names)
        if did:
            act = f"try to {did[0]}, and fail" if failed else did[0]
            people = (PLAYER, *((target,) if target in turn.world.characters and not mine else ()))
            yield _Seen(owner, f"I saw {{p}} {act}.", 4 + 2 * mine + (about is not None), people, about)


def _act(turn: Turn, owner: str, verb: str, target: str, tool: str | None) -> str:
    """ "strike Ulf with the axe", as `owner` would say it."""
    whom = "me" if target == owner else _thing(turn, target)
    if tool is None or tool == target:
        return f"{verb} {whom}"
    passed_on = verb in ("give", "show", "throw") and target in turn.world.characters
    return (
        f"{verb} {_thing(turn, tool)} to {whom}" if passed_on else f"{verb} {whom} with {_thing(turn, tool)}"
    )


def _speech_memories(turn: Turn, one: Happening) -> Iterator[_Seen]:
    """What a character said, as far as it was heard."""
    who = one.who
    words = _heard_of(turn, one)
    if who is None or not words or (one.what or "").endswith(_EMPTY_WORDS):
        return
    to_player = one.kind != "remark"
    for owner in one.seen_by:
        if owner == who and one.kind == "recollected":
            continue  # they know it already, and would quote themselves quoting themselves
        if owner == who and to_player:
            # That it was a lie is for the liar alone: it is told on to nobody, and owned to by nobody who is asked.
            lied = one.detail.get("lie") == "yes"
            did = "lied to {p}" if lied else "told {p}"
            yield _Seen(owner, f'I {did}: "{words}"', 4, (PLAYER,), f"{SECRET}:lie" if lied else None)
        elif owner != who:
            whom = " tell {p}" if to_player else " say"
            people = (who, PLAYER) if to_player else (who,)
            yield _Seen(owner, f'I heard {_name(turn, who)}{whom}: "{words}"', 4, people, heard_from=who)


def _heard_of(turn: Turn, one: Happening) -> str:
    """A character's words in this happening: as they were told; nothing if the telling was cut before them."""
    spoken = [
        _one_line(span.text) for span in turn.spans if span.kind == "speech" and span.speaker == one.who
    ]
    written = [words for text in one.wordings if (words := _speech_in(text, one.who))]
    for wording in written:
        for said in spoken:
            if said and (said in wording or wording in said):
                return _quote(said if said in wording else wording)
    if turn.cut:
        return _quote(spoken[0]) if spoken and not one.wordings else ""
    return _quote(spoken[0] if spoken else written[0]) if spoken or written else ""


def _speech_in(text: str, who: str | None) -> str:
    """What `who` says in a text of theirs, without what is told of them in it: a dog that growls has said nothing."""
    return _one_line(" ".join(words for speaker, words in paragraphs_of(text, who) if speaker == who))


def _promise_memories(turn: Turn, one: Happening) -> Iterator[_Seen]:
    found = turn.after.promises.get(one.what or "")
    if found is None:
        return
    done = {
        "promised": "promised",
        "promise_kept": "kept a promise to",
        "promise_broken": "broke a promise to",
    }
    verb, what = done[one.kind], _one_line(found.what)
    joint = " " if one.kind == "promised" else ": "
    for owner in one.seen_by:
        by = "I" if owner == found.by else "{P}" if found.by == PLAYER else _name(turn, found.by)
        to = "me" if owner == found.to else "{p}" if found.to == PLAYER else _name(turn, found.to)
        people = tuple(who for who in (found.by, found.to) if who != owner)
        weight = 8 if owner in (found.by, found.to) else 5
        yield _Seen(owner, f"{by} {verb} {to}{joint}{what}.", weight, people, f"{PROMISE}:{one.what}")


def _told_by_the_player(turn: Turn) -> Iterator[_Seen]:
    """The player's own words to somebody, who heard them, and to whoever stood by."""
    present = turn.before.present()
    for intent in turn.outcome.intents:
        to = next((thing for thing in intent.objects if thing in present), None)
        if intent.verb not in _TELLING or to is None or not intent.words.strip():
            continue
        if intent.verb == "promise" and any(one.kind == "promised" for one in turn.ruling.happenings):
            continue  # kept as the promise that it is
        spoken = as_typed(turn.words, intent.words) if turn.words else intent.words
        did, words = _spoken_to(turn, to, intent.verb, spoken)
        yield _Seen(to, f"{{P}} {did} me{words}", 5, (PLAYER,), heard_from=PLAYER)
        whispered = re.match(r"(?:i )?whisper", intent.words) is not None
        for owner in present:
            if owner != to and not whispered:
                text = f"I heard that {{p}} {did} {_name(turn, to)}{words}"
                yield _Seen(owner, text, 3, (PLAYER, to), heard_from=PLAYER)


def _spoken_to(turn: Turn, to: str, verb: str, words: str) -> tuple[str, str]:
    """What the player did by speaking ("told", "accused"), and what they said, without the order it was given in."""
    said = re.sub(r"\s+([,.!?;:])", r"\1", _one_line(words))
    person = turn.world.characters[to]
    names = "|".join(sorted(map(re.escape, (person.name, *person.aliases)), key=len, reverse=True))
    said = re.sub(rf"^(?:(?:{names}),? )", "", said, flags=re.IGNORECASE)
    order = re.match(
        rf"^(?:i )?\w+ (?:to )?(?:{names}|him|her|them)\b[,:]? ?(?P<rest>.*)$", said, re.IGNORECASE
    )
    did = _DID.get(verb, "told")
    if order is None:
        return "said to", f': "{_quote(said)}"'
    rest = order["rest"]
    if not rest:
        return did, "."
    return did, f" {_quote(rest)}." if rest.split()[0].casefold() in _LEADING else f': "{_quote(rest)}"'


def _both(
    one: Happening, mine: str, others: str, importance: int, about: str | None = None
) -> Iterator[_Seen]:
    """A deed of the player's to `one.who`: as they know it themselves, and as the others saw it."""
    for owner in one.seen_by:
        if owner == one.who:
            yield _Seen(owner, mine, importance, (PLAYER,), about)
        else:
            people = (PLAYER,) if one.who is None else (PLAYER, one.who)
            yield _Seen(owner, others, max(1, importance - 2), people, about)


# ---- words ----


def _memory(turn: Turn, seen: _Seen, number: int) -> Memory:
    text = seen.text.replace("{P}", STRANGER.capitalize()).replace("{p}", STRANGER)
    return Memory(
        id=memory_id(turn.after.turn, seen.owner, number),
        owner=seen.owner,
        turn=turn.after.turn,
        minute=turn.after.minutes,
        place=turn.after.characters[seen.owner].place,
        people=seen.people[:MAX_PEOPLE],
        text=text[:MAX_TEXT_CHARS],
        importance=seen.importance,
        source="saw" if seen.heard_from is None else "heard",
        heard_from=seen.heard_from,
        about=seen.about,
        valid_from=turn.after.minutes,
    )


def _name(turn: Turn, who: str | None) -> str:
    return turn.world.characters[who].name if who in turn.world.characters else "somebody"


def _thing(turn: Turn, thing: str | None) -> str:
    if thing is None:
        return "something"
    return "themselves" if thing == PLAYER else name_of(turn.world, thing)


def _quote(words: str) -> str:
    words = words.replace('"', "'")
    return words if len(words) <= MOST_QUOTED else words[: MOST_QUOTED - 1].rstrip() + "…"


def _one_line(text: str) -> str:
    return " ".join(text.split())

"""Whether those who speak and act in a telling are there, live, and know the player. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gamemaster.language.english import Forms
from gamemaster.narration.critic.told_turn import QUOTE, Finding, Sentence, ToldTurn, is_stock
from worlds.per_world import per_world
from worlds.schema import World

# Words of the third person that say of somebody that they are here and alive. "Tallack has breathed it for years" and
# "Jory sleeps in that bunk" do not.
SAYS = (
    "says|asks|answers|replies|whispers|mutters|murmurs|shouts|calls|cries|tells|adds|agrees|begins|repeats|explains|"
    "said|asked|answered|replied|whispered|muttered|murmured|shouted|called|added|told|growls|snaps|breathes|speaks|"
    "laughs|sings|hisses|sighs|offers|warns|admits|insists|remarks|observes|grunts|croaks|confesses|croons|declares"
)
ACTS = (
    "nods|smiles|grins|frowns|turns|looks|glances|stares|watches|blinks|winks|stands|rises|sits|kneels|leans|steps|"
    "walks|comes|runs|follows|enters|joins|reaches|holds|hands|gives|takes|grabs|catches|pulls|pushes|shakes|shrugs|"
    "waves|points|beckons|bows|gestures|raises|lowers|opens|closes|puts|sets|picks|pours|draws|throws|hugs|embraces|"
    "touches|pats|strikes|hits|greets|welcomes|leads|approaches|appears|waits|listens|hesitates|pauses|scratches|"
    "rubs|wipes|crosses|folds|stops|moves|stirs|wakes|gets|climbs|bends|lifts|drops|accepts|thanks|chuckles|coughs|"
    "nodded|smiled|turned|looked|stood|stepped|walked|came|handed|shook|grinned|shrugged|reached|leaned|took"
)
_HERE = "is (?:still )?(?:here|beside you|with you|back)"  # the dead may be, too
_LIVES = "is (?:still )?(?:waiting|standing|sitting|alive|well|breathing|watching|awake)"
_ADVERB = r"(?:\s+(?:\w+ly|now|then|just|only|also|slowly|still|too|never|even|once more|suddenly|himself|herself))?"
_DOES = re.compile(rf"^{_ADVERB}\s+(?:(?P<says>{SAYS})|(?P<acts>{ACTS}|{_LIVES})|(?P<here>{_HERE}))\b")
_SAID_BY = re.compile(rf"{QUOTE}[\s,]*(?:{SAYS})\s+$")
_SAYING = re.compile(rf"^(?:[^.!?{QUOTE}]{{0,60}}\b(?:{SAYS})\b|\s*:)[^.!?{QUOTE}]{{0,40}}{QUOTE}")
# What brings somebody within reach of the player: they do something to "you", are "here" with you, or "you" see them.
_FEELS = (
    "is|has|was|knows|trusts|loves|likes|hates|fears|owes|wants|needs|thinks|remembers|believes|hopes|means|lives|seems|"
    "belongs|keeps|calls|sends|leaves|considers|expects|misses|does|would|will|can|could|must|may|might|should"
)
_NEAR = re.compile(
    rf"^{_ADVERB}\s+(?:(?!(?:{_FEELS})\b)[a-z]+s\b[^.,;:]{{0,30}}\b(?:you|your|here)\b"
    r"(?! (?:may|might|could|should|will|would))|(?:has|have) been \w+ing\b[^.;:]{0,40}\b(?:here|you|your)\b)"
)
_FORMS = Forms(__name__)
_CLAUSE_END = re.compile(rf"[{QUOTE}:;—]")
_INTRODUCES = r"\b(?:my name is|my name's|the name is|the name's|i am called|they call me|call me|"
_INTRODUCES += r"i am|i'm)\s+(?:{name})\b"


@dataclass(frozen=True)
class Names:
    """The names by which a world's characters are told, as they are written; those of one character only."""

    pattern: re.Pattern[str]
    who: dict[str, str]


@per_world
def names_of(world: World) -> Names:
    """The names that stand for one character each."""
    bearers: dict[str, set[str]] = {}
    for who in world.characters.values():
        proper = {who.name, *(part for part in who.name.split() if part[:1].isupper())}
        proper |= {alias.title() for alias in who.aliases if alias.title() in who.name}
        for name in proper - {"The", "Old", "Young", "Mr", "Mrs", "Miss"}:
            bearers.setdefault(name, set()).add(who.id)
    others = {thing.name for part in (world.items, world.locations, world.threats) for thing in part.values()}
    only = {
        name: next(iter(whose)) for name, whose in bearers.items() if len(whose) == 1 and name not in others
    }
    longest = sorted(only, key=len, reverse=True)
    found = "|".join(map(re.escape, longest)) or r"(?!)"
    return Names(re.compile(rf"(?<![\w’'-])(?:{found})(?![\w’'-])"), only)


def company(turn: ToldTurn) -> Iterator[Finding]:
    """Faults of who speaks and acts."""
    yield from _speakers(turn)
    for sentence in turn.narration:
        yield from _narration_findings(turn, sentence)
        yield from _false_deaths(turn, sentence)
    yield from _strangers(turn)


def _speakers(turn: ToldTurn) -> Iterator[Finding]:
    world = turn.world
    for span in turn.spans:
        if span.kind != "speech" or span.speaker in world.threats:
            continue
        who = span.speaker
        if who is None or who not in world.characters:
            yield Finding("wrong_speaker", span.text, f"nobody in this world is {who!r}")
        elif who in turn.dead:
            yield Finding("dead_speaks", span.text, f"{world.characters[who].name} is dead")
        elif who not in turn.people_met:
            where = turn.after.characters[who].place
            yield Finding(
                "wrong_speaker", span.text, f"{world.characters[who].name} is not here, but at {where}"
            )


def _narration_findings(turn: ToldTurn, sentence: Sentence) -> Iterator[Finding]:
    """Those whom a sentence of narration has speak or act, and who cannot."""
    names = names_of(turn.world)
    for match in names.pattern.finditer(sentence.bare):
        who = names.who[match[0]]
        if who in turn.people_met:
            continue
        before, rest = sentence.bare[: match.start()], sentence.bare[match.end() :]
        does = _DOES.match(rest)
        speaks = bool(_SAID_BY.search(before) or _SAYING.match(rest) or (does and does["says"]))
        if who in turn.dead and _FORMS["lies_dead"].match(rest):
            continue
        near = (
            _NEAR.match(rest)
            or (who not in turn.dead and _FORMS["met"].search(before))
            or _FORMS["life"].search(before)
            or _FORMS["alive"].match(rest)
        )
        if not speaks and not near and (does is None or (does["here"] and who in turn.dead)):
            continue
        if _FORMS["hedged"].search(_CLAUSE_END.split(before)[-1]) or turn.is_given(sentence.text):
            continue
        name = turn.world.characters[who].name
        if who in turn.dead:
            kind = "dead_speaks" if speaks else "canon"
            yield Finding(kind, sentence.text, f"{name} is dead")
        elif not is_stock(
            turn.world, sentence.text
        ):  # "{who} says nothing to that", of whom the player called
            kind = "wrong_speaker" if speaks else "from_nowhere"
            yield Finding(
                kind, sentence.text, f"{name} is not here, but at {turn.after.characters[who].place}"
            )


def _false_deaths(turn: ToldTurn, sentence: Sentence) -> Iterator[Finding]:
    """Those who are told to lie dead, and live."""
    names = names_of(turn.world)
    for match in names.pattern.finditer(sentence.bare):
        who, before = names.who[match[0]], sentence.bare[: match.start()]
        lives = who in turn.people_met and turn.after.characters[who].alive
        if (
            not lives
            or not _FORMS["dies"].match(sentence.bare[match.end() :])
            or turn.is_given(sentence.text)
        ):
            continue
        if not _FORMS["hedged"].search(_CLAUSE_END.split(before)[-1]):
            yield Finding("canon", sentence.text, f"{turn.world.characters[who].name} is alive")


def _strangers(turn: ToldTurn) -> Iterator[Finding]:
    """Characters who have met the player and introduce themselves, or ask who that is."""
    for span in turn.spans:
        who = turn.world.characters.get(span.speaker or "")
        if span.kind != "speech" or who is None or not turn.before.characters[who.id].met:
            continue
        if turn.is_given(span.text):
            continue
        names = "|".join(re.escape(name) for name in {who.name, *who.name.split()})
        introduces = re.search(_INTRODUCES.format(name=names), span.text.replace("’", "'"), re.I)
        match = introduces or _FORMS["stranger"].search(span.text.replace("’", "'"))
        if match is not None:
            yield Finding("canon", match[0], f"{who.name} has met the player before")

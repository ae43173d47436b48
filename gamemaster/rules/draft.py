"""A turn in the making: the state as ruled so far and what has come about. Pure; used by the referee only."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gamemaster.rules.conditions import (
    Deeds,
    all_wordings,
    holds,
    is_asleep,
    is_night,
    item_visible,
    wordings,
)
from gamemaster.rules.proposal import CheckMade, CheckResult, Give, Happening, Operation, Rejection, Roll
from gamemaster.rules.reach import way_name
from gamemaster.rules.state import StoryState
from worlds.schema import PLAYER, Check, Condition, Passage, World
from worlds.verbs import SPEAK

PARTIAL_MARGIN = 3  # missed by this much or less is a success at a cost, where the rule has one
AS_IT_WAS = "back where it was"  # the spot of a thing that was put back: it lies as its writer laid it
HIDDEN = "hidden"  # the flag that worlds set when the player hides; moving on or making noise clears it
FRUITLESS_MINUTES = 0  # of something that was refused or not even begun
MOST_WOUNDS = 3  # of one body in a turn, but for those that a world's rules deal
# Details that anybody can see; the others are how things stand between people.
OUT = ("put out", "turned off")  # how small handling leaves a lamp dark
HANDLED = "handled"  # kind of a detail: a state that small handling left a thing in
SHOWN = frozenset({HANDLED, "made", "mark", "trap", "broken", "mended", "spoilt", "disguise", "lit", "rite"})
# What those who perceive it remember (`gamemaster.memory.witnessing`). While the player hides, nobody
# perceives what is the player's own doing but the one it is done to.
OWN_DOING = frozenset(
    {
        "entered",
        "took",
        "dropped",
        "gave",
        "rule",
        "rule_partial",
        "rule_failed",
        "struck",
        "healed",
        "attempted",
    }
)
MEMORABLE = OWN_DOING | {
    "said", "remark", "reaction", "died", "arrived", "departed", "threat_arrived", "threat_met", "beat", "promised",
    "promise_kept", "promise_broken", "recollected", "answered", "greeted_again", "unknown_topic", "said_again",
    "unwilling",
}  # fmt: skip
# Minutes an act takes when neither its rule nor its world says; anything else takes `clock.turn_minutes`.
VERB_MINUTES: dict[str, int] = {
    "look": 1, "examine": 2, "search": 10, "listen": 2, "smell": 1, "touch": 1, "taste": 1, "take": 1, "drop": 1,
    "give": 2, "greet": 1, **dict.fromkeys(SPEAK, 1), "call": 1, "recruit": 3, "dismiss": 1,
    "knock": 1, "light": 1, "extinguish": 1, "open": 1, "close": 1, "show": 1, "put": 1, "remove": 1,
    "read": 3, "drink": 2, "eat": 5, "wear": 2, "throw": 1, "steal": 2,
    **dict.fromkeys(("attack", "push", "pull", "flee"), 2),
    **dict.fromkeys(("pray", "sing", "play", "dance"), 5),
    "wait": 30, "sleep": 240, "inventory": 0, "status": 0, "journal": 0, "hint": 0,
}  # fmt: skip


@dataclass
class Draft:
    """What the referee writes on while it rules."""

    world: World
    state: StoryState  # a copy that is the referee's own
    roll: Roll
    deeds: Deeds
    happenings: list[Happening] = field(default_factory=list)
    rejections: list[Rejection] = field(default_factory=list)
    checks: list[CheckMade] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    ordered: str = ""  # the clauses of the player's words that are deeds
    walked: int = 0  # minutes of the ways gone
    journey: list[str] = field(
        default_factory=list
    )  # places gone through in this turn, the first one included
    returns: bool = False  # the player's words lead back to where the turn began
    arrived: bool = False  # something else was done since: another way would be another journey
    minutes: int | None = None  # minutes of the longest other act; None while there was none
    extra: int = 0  # minutes that effects add
    resting: bool = False  # the player lets time pass; it stops when something happens
    sleeping: bool = False
    pending_beats: list[str] = field(default_factory=list)  # started by effects, to be told at the turn's end
    seen: list[tuple[str, str]] = field(default_factory=list)  # (who, what) witnessed and not reacted to yet
    swayed: dict[tuple[str, str, str], int] = field(
        default_factory=dict
    )  # who, toward, axis: by the narrator's wish
    wounded: dict[str, int] = field(default_factory=dict)  # player or character: wounds that no author wrote
    improvised: int = 0  # operations of a narrator's own that were applied
    attempts: int = 0
    covered: bool = False  # hidden for no longer than the turn: a small thing was done unnoticed
    fired: set[str] = field(default_factory=set)  # beats that fired this turn: none fires twice in one

    def words_of(self, passage: Passage) -> tuple[str, ...]:
        return wordings(passage, self.world, self.state, self.deeds)

    def holds(self, condition: Condition | None, purpose: str = "") -> bool:
        """Whether a condition holds now; a chance in it is drawn for `purpose`."""
        return holds(condition, self.world, self.state, self.deeds, purpose)

    def happen(
        self, kind: str, text: Passage | tuple[str, ...] = (), *, who: str | None = None, what: str | None = None,
        place: str | None = None, **detail: str,
    ) -> None:  # fmt: skip
        """Note that something came about, with its authored text as it fits now."""
        words = tuple(t for t in text if isinstance(t, str))
        if not words:
            words = self.words_of(tuple(v for v in text if not isinstance(v, str)))
        self.happenings.append(
            Happening(
                kind=kind,
                who=who,
                what=what,
                place=place,
                wordings=words,
                detail=detail,
                seen_by=self.perceivers(kind, who) if kind in MEMORABLE else (),
            )
        )

    def perceivers(self, kind: str, who: str | None) -> tuple[str, ...]:
        """Living characters here who notice such a thing: `who` it is about does, even asleep."""
        here = self.state.present()
        if kind in OWN_DOING and HIDDEN in self.state.flags:
            here = [one for one in here if one == who]
        return tuple(one for one in here if one == who or not is_asleep(self.world, self.state, one))

    def reject(
        self, operation: Operation, code: str, reason: str, words: tuple[str, ...] = (), *,
        who: str | None = None, what: str | None = None, told: bool = True,
    ) -> None:  # fmt: skip
        """Refuse an operation. `who` and `what` are whom and what the refusal is about, read from it by default."""
        self.rejections.append(Rejection(operation=operation, code=code, reason=reason, wordings=words))
        self.takes(FRUITLESS_MINUTES)
        if not told:
            return
        who = (
            who or getattr(operation, "who", None) or (operation.to if isinstance(operation, Give) else None)
        )
        named = (getattr(operation, name, None) for name in ("item", "what", "target", "to", "topic"))
        what = what or next((thing for thing in named if thing is not None), None)
        self.happen("rejected", words, who=who, what=what, code=code, op=operation.op)

    def takes(self, minutes: int) -> None:
        """An act takes this long; acts of one turn go on side by side."""
        self.minutes = max(self.minutes or 0, minutes)

    def minutes_for(self, verb: str) -> int:
        own = self.world.verbs.get(verb)
        if own is not None and own.minutes is not None:
            return own.minutes
        return VERB_MINUTES.get(verb, self.world.clock.turn_minutes)

    def may_hurt(self, who: str, amount: int) -> bool:
        """Whether so many wounds more, that no author wrote, are still within a turn's bounds; counts them if so."""
        if self.wounded.get(who, 0) + amount > MOST_WOUNDS:
            return False
        self.wounded[who] = self.wounded.get(who, 0) + amount
        return True

    def focus(self, thing: str) -> None:
        """What "it", "him", "her" and "them" mean from now on."""
        if thing == PLAYER or thing in self.world.locations:
            return
        person = self.world.characters.get(thing)
        if person is None:
            item = self.world.items.get(thing)
            self.state.focus["them" if item is not None and item.plural else "it"] = thing
        else:
            self.state.focus[{"she": "her", "he": "him", "they": "them", "it": "it"}[person.pronoun]] = thing
            self.state.focus["who"] = thing

    def name(self, thing: str) -> str:
        """The name of a thing or person for people."""
        w = self.world
        for section in (w.items, w.characters, w.locations, w.threats):
            if thing in section:
                return section[thing].name
        return next((f.name for _, f in w.features() if f.id == thing), thing.replace("_", " "))

    # ---- checks ----

    def bonus(self, skill: str) -> int:
        """Skill, plus the best bonus of what is carried, less what the needs take away."""
        carried = [self.world.items[item].bonus.get(skill, 0) for item in self.state.carried_items()]
        total = self.state.skills.get(skill, 0) + max((b for b in carried if b > 0), default=0)
        total += min((b for b in carried if b < 0), default=0)
        for name, need in self.world.needs.items():
            reached = (lv.penalty.get(skill, 0) for lv in need.levels if self.state.need(name) >= lv.reach)
            total += min(reached, default=0)
        return total

    def difficulty(self, check: Check, target: str | None) -> int:
        person = self.world.characters.get(target or "")
        if check.opposed and person is not None:
            return person.resist.get(check.skill, check.difficulty)
        return check.difficulty

    def make_check(self, skill: str, difficulty: int, *, rule: str | None, ease: int = 0) -> CheckMade:
        """Decide a check with the next die of the turn."""
        die = self.roll.d20[min(len(self.checks), len(self.roll.d20) - 1)]
        bonus = self.bonus(skill) + ease
        made = CheckMade(
            skill=skill,
            difficulty=difficulty,
            d20=die,
            bonus=bonus,
            result=judge(die, bonus, difficulty),
            rule=rule,
        )
        self.checks.append(made)
        return made

    # ---- things and places ----

    def put_item(self, item: str, place: str) -> None:
        """Move an item. An item that is given to a dead character falls where they lie."""
        person = self.state.characters.get(place)
        self.state.items[item] = person.place if person is not None and not person.alive else place
        self.state.spots.pop(item, None)
        self.state.concealed.pop(item, None)  # whoever moves a thing knows where it is
        for way in [way for way, block in self.state.blocks.items() if block.by == item]:
            del self.state.blocks[way]
        ends = "place" if place == PLAYER else "player"
        for name in [n for n, one in self.state.details.items() if (one.on, one.bound) == (item, ends)]:
            del self.state.details[name]  # taken, it is tied to nothing there; laid down, to nobody
        if place == PLAYER:
            self.state.held.setdefault(item, self.state.turn)
            self.focus(item)  # what came to hand is what "it" means next

    def enter(self, place: str, *, by: str = "move") -> None:
        """The player comes to a place, with those who follow; what it looks like is told."""
        state = self.state
        first = place not in state.visited
        if state.place in self.world.locations and state.place != place:
            state.focus["back"] = state.place
        state.place = place
        state.visited[place] = state.visited.get(place, 0) + 1
        state.focus["there"] = place
        for character in state.characters.values():
            if character.following and character.alive:
                character.place = place
        state.sight()
        self.happen("entered", place=place, first="yes" if first else "no", by=by)
        self.describe(first=first, looking=False)

    def describe(self, *, first: bool, looking: bool) -> None:
        """What the place looks like. Optional parts are those that a narrator may leave out once they were told."""
        location, state = self.world.locations[self.state.place], self.state
        description = location.description
        main = description.first if first or looking else description.revisit
        self.happen(
            "place",
            main,
            place=state.place,
            looking="yes" if looking else "no",
            first="yes" if first else "no",
        )
        optional = "no" if first or looking else "yes"
        if description.night and is_night(self.world, state):
            self.happen("place_night", description.night, place=state.place, optional=optional)
        for words in all_wordings(description.states, self.world, state, self.deeds):
            self.happen("place_state", words, place=state.place, optional=optional)
        for item in state.lying_at(state.place):
            if item in state.concealed:
                self.happen("concealed", what=item, where=state.concealed[item].at or "", optional=optional)
            elif item_visible(self.world, state, item, self.deeds):
                # What its writer saw it do where it was does not hold where the player has put it.
                restored = state.spots.get(item) == AS_IT_WAS
                written = () if item in state.held and not restored else self.world.items[item].lying
                where = "" if restored and written else state.spots.get(item, "")
                self.happen("lying", written, what=item, optional=optional, where=where)
        self._describe_traces(optional)
        for who in state.present():
            # Whoever is come upon is told, however often one has met: silence would say that they have gone.
            along = "yes" if state.characters[who].following and optional == "yes" else "no"
            self.happen("presence", self.presence_of(who), who=who, optional=along)
        for who, character in state.characters.items():
            if not character.alive and character.place == state.place:
                self.happen("body", who=who, optional=optional)
        for threat, t in state.threats.items():
            if t.place == state.place and t.awake:
                self.happen("threat_here", who=threat, optional=optional)

    def presence_of(self, who: str) -> Passage:
        """A writer's words for somebody who is here; none where they tell of another place than this.

        Words without conditions were written for where their writer put somebody: whoever walks with the player no
        longer "sits on the floor", and nobody bends over a dish that stands elsewhere.
        """
        person = self.world.characters[who]
        conditional = any(passage.when is not None for passage in person.presence)
        if conditional or self.state.place == person.at or person.at not in self.world.locations:
            return person.presence
        left = [
            name
            for one in self.world.locations[person.at].notice.values()
            for name in (one.name, *one.aliases)
        ]
        told = " ".join(text for passage in person.presence for text in passage.text)
        away = self.state.characters[who].following or any(_mentions(told, name) for name in left)
        return () if away else person.presence

    def _describe_traces(self, optional: str) -> None:
        """What the player, or what came of their doings, has left here."""
        state = self.state
        for name, one in sorted(state.details.items()):
            lasts = one.until is None or state.minutes < one.until
            if state.is_left_here(one) and one.kind in SHOWN and lasts:
                self.happen("detail", what=name, named=one.text, optional=optional)
        for way, block in sorted(state.blocks.items()):
            ends = way.split("|")
            if state.place in ends and state.minutes < block.until:
                to = ends[ends[0] == state.place]
                self.happen("barred", what=block.by, way=way_name(self.world, state, to), optional=optional)


def _mentions(text: str, name: str) -> bool:
    """Whether a text has the last word of a name in it, in the singular or the plural."""
    word = re.escape(name.casefold().split()[-1].removesuffix("es"))
    return len(word) > _SHORTEST and re.search(rf"\b{word}(?:s|es)?\b", text.casefold()) is not None


_SHORTEST = 3  # letters of a word that says what is spoken of


def judge(die: int, bonus: int, difficulty: int) -> CheckResult:
    """The result of a check: a natural 20 always succeeds, a natural 1 always fails."""
    if die == 20:
        return "critical"
    if die == 1:
        return "fumble"
    missed_by = difficulty - (die + bonus)
    if missed_by <= 0:
        return "success"
    return "partial" if missed_by <= PARTIAL_MARGIN else "failure"

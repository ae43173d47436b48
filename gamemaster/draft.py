"""A turn in the making: the state as ruled so far and what has come about. Pure; used by the referee only."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from gamemaster.conditions import Deeds, all_wordings, holds, is_night, item_visible, wordings
from gamemaster.outcome import CheckMade, CheckResult, Give, Happening, Operation, Rejection, Roll
from gamemaster.state import WITNESS_LIMIT, StoryState, WitnessedDeed
from worlds.schema import PLAYER, Check, Condition, Passage, Rule, World

PARTIAL_MARGIN = 3  # missed by this much or less is a success at a cost, where the rule has one
HIDDEN = "hidden"  # the flag that worlds set when the player hides; moving on or making noise clears it


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
    walked: int = 0  # minutes of the ways gone
    minutes: int = 0  # minutes of the longest other act
    extra: int = 0  # minutes that effects add
    sleeping: bool = False
    pending_beats: list[str] = field(default_factory=list)  # started by effects, to be told at the turn's end

    def words_of(self, passage: Passage) -> tuple[str, ...]:
        return wordings(passage, self.world, self.state, self.deeds)

    def holds(self, condition: Condition | None, purpose: str = "") -> bool:
        """Whether a condition holds now; a chance in it is drawn for `purpose`."""
        return holds(condition, self.world, self.state, replace(self.deeds, purpose=purpose))

    def happen(
        self, kind: str, text: Passage | tuple[str, ...] = (), *, who: str | None = None, what: str | None = None,
        place: str | None = None, **detail: str,
    ) -> None:  # fmt: skip
        """Note that something came about, with its authored text as it fits now."""
        words = tuple(t for t in text if isinstance(t, str))
        if not words:
            words = self.words_of(tuple(v for v in text if not isinstance(v, str)))
        self.happenings.append(
            Happening(kind=kind, who=who, what=what, place=place, wordings=words, detail=detail)
        )

    def reject(self, operation: Operation, code: str, reason: str, words: tuple[str, ...] = ()) -> None:
        self.rejections.append(Rejection(operation=operation, code=code, reason=reason, wordings=words))
        who = getattr(operation, "who", None) or (operation.to if isinstance(operation, Give) else None)
        named = (getattr(operation, field, None) for field in ("item", "what", "target", "to", "topic"))
        what = next((thing for thing in named if thing is not None), None)
        self.happen("rejected", words, who=who, what=what, code=code, op=operation.op)

    def name(self, thing: str) -> str:
        """The name of a thing or person for people."""
        w = self.world
        for section in (w.items, w.characters, w.locations, w.threats):
            if thing in section:
                return section[thing].name
        return next((f.name for _, f in w.features() if f.id == thing), thing)

    # ---- checks ----

    def bonus(self, skill: str) -> int:
        """Skill, plus the best bonus of what is carried, less what the needs take away."""
        carried = [self.world.items[item].bonus.get(skill, 0) for item in self.state.carried()]
        total = self.state.skills.get(skill, 0) + max((b for b in carried if b > 0), default=0)
        total += min((b for b in carried if b < 0), default=0)
        for name, need in self.world.needs.items():
            penalties = [lv.penalty.get(skill, 0) for lv in need.levels if self.state.need(name) >= lv.reach]
            total += penalties[-1] if penalties else 0
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

    def enter(self, place: str, *, by: str = "move") -> None:
        """The player comes to a place, with those who follow; what it looks like is told."""
        state = self.state
        first = place not in state.visited
        state.place = place
        state.visited[place] = state.visited.get(place, 0) + 1
        state.focus["there"] = place
        for character in state.characters.values():
            if character.following and character.alive:
                character.place = place
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
            if item_visible(self.world, state, item, self.deeds):
                self.happen("lying", self.world.items[item].lying, what=item, optional=optional)
        for who in state.present():
            self.happen("presence", self.world.characters[who].presence, who=who, optional=optional)
        for who, character in state.characters.items():
            if not character.alive and character.place == state.place:
                self.happen("body", who=who, optional=optional)
        for threat, t in state.threats.items():
            if t.place == state.place:
                self.happen("threat_here", who=threat, optional=optional)

    # ---- people ----

    def feel(self, who: str, by: int, low: int, high: int) -> None:
        character = self.state.characters[who]
        if character.alive:
            character.disposition = max(low, min(high, character.disposition + by))

    def kill(self, who: str) -> None:
        """A character dies: what they carry falls, they follow nobody, and those present remember it."""
        character = self.state.characters[who]
        if not character.alive:
            return
        character.alive, character.following = False, False
        character.wounds = self.world.characters[who].health
        for item in self.state.lying_at(who):
            self.state.items[item] = character.place
        if character.place == self.state.place:
            self.happen("died", self.world.characters[who].death, who=who)
            self.changed.append(f"{self.name(who)} is dead.")
            self.witness("death", who)

    def hurt(self, who: str, amount: int) -> None:
        """Wounds, bounded by health; the player's death is found at the end of the turn."""
        if who == PLAYER:
            self.state.wounds = min(self.world.player.health, self.state.wounds + amount)
            self.changed.append(f"You are wounded ({amount}).")
            return
        character = self.state.characters[who]
        if not character.alive:
            return
        character.wounds = min(self.world.characters[who].health, character.wounds + amount)
        if character.wounds >= self.world.characters[who].health:
            self.kill(who)

    def mend(self, who: str, amount: int) -> None:
        if who == PLAYER:
            self.state.wounds = max(0, self.state.wounds - amount)
            return
        character = self.state.characters[who]
        if character.alive:
            character.wounds = max(0, character.wounds - amount)

    def witnesses(self, target: str | None = None) -> list[str]:
        """Who perceives what the player does: everybody here, or only the one it is done to while the player hides."""
        here = self.state.present()
        return [who for who in here if who == target] if HIDDEN in self.state.flags else here

    def witness(self, what: str, target: str | None) -> list[str]:
        """Those who perceive it remember it. Returns who did; their reactions are the referee's to apply."""
        saw = self.witnesses(target)
        for who in saw:
            memory = self.state.characters[who].witnessed
            memory.append(WitnessedDeed(what=what, turn=self.state.turn, target=target))
            del memory[:-WITNESS_LIMIT]
        return saw


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


def ease_of(rule: Rule, world: World, place: str) -> int:
    """How much a place helps with a rule: hiding places ease hiding and sneaking."""
    return world.locations[place].hiding if {"hide", "sneak"} & set(rule.verbs) else 0

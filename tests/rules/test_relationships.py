"""What characters feel and owe, and promises: changed by rulings alone, within bounds, as worlds and deeds say."""

from pathlib import Path

import pytest

from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.conditions import Deeds
from gamemaster.rules.draft import Draft
from gamemaster.rules.proposal import (
    ChangeRelation,
    Drop,
    Give,
    Greet,
    Heal,
    Intent,
    MakePromise,
    Operation,
    Outcome,
    PassTime,
    Roll,
    SettlePromise,
    Take,
    Use,
)
from gamemaster.rules.referee import Ruled, rule
from gamemaster.rules.relationships import bond_in_words, promise_in_words, relate
from gamemaster.rules.state import (
    PROMISE_LIMIT,
    Promise,
    Relation,
    StoryState,
    canonical_json,
    diff,
    new_story,
)
from gamemaster.rules.upkeep.state_versions import read_state
from gamemaster.rules.upkeep.world_upgrade import refit
from worlds.loader import load_world
from worlds.schema import PLAYER, World

FAIR = Roll(d20=(10,))
WORLD = """\
title: A Debt
summary: Two people and a lamp.
bible: Plain words.
opening: You are in the barn.
player: {at: barn, death: lost}
clock: {start: "20:00", turn_minutes: 10}
locations:
  barn: {name: the barn, description: A barn., exits: [{to: yard, direction: north, time: 5}]}
  yard: {name: the yard, description: A yard., exits: [{to: barn, direction: south, time: 5}]}
items:
  lamp: {name: lamp, description: A lamp., at: player}
  purse: {name: purse, description: A purse., at: barn, owner: ann}
characters:
  ann:
    name: Ann
    persona: A farmer.
    want: Light.
    fear: The dark.
    secret: None.
    manner: Short.
    description: Ann, in boots.
    at: barn
    relations: {player: {trust: 1}, bob: {affection: 3}}
    greeting:
      - {when: {relation: {who: ann, trust: "<= -2"}}, text: Keep off.}
      - {when: {relation: [{who: ann, trust: ">= 2", debt: "> 0"}]}, text: Come in; I owe you.}
      - {when: {kept: light}, text: You kept your word.}
      - Who is there?
  bob: {name: Bob, persona: A hand., want: Rest., fear: Ann., secret: None., manner: None., description: Bob., at: barn,
    remarks: [Cold., Late., Rain.], movements: [{hours: 22-6, at: barn, asleep: true}]}
rules:
  swear: {verbs: promise, on: ann, text: You swear., effects: {promise: [light, bobs_word]}}
  save:
    verbs: help
    on: ann
    text: You pull her out.
    effects: {relation: [{who: ann, trust: 2, debt: 9, fear: -3}, {who: ann, toward: bob, affection: -1}]}
  scare: {verbs: threaten, on: [ann, bob], text: You shout., effects: {relation: {who: target, fear: 2}}}
  deliver: {verbs: show, on: ann, text: Here., effects: {keep: bobs_word}}
  cheat: {verbs: deceive, on: ann, text: You lie., effects: {break: bobs_word}}
  punch: {verbs: push, on: ann, text: You shove her., witness: violence}
  light_up: {verbs: light, on: lamp, text: It burns., effects: {set: lit}}
  end_it: {verbs: pray, text: You pray., effects: {end: done}}
promises:
  light: {to: ann, text: to bring light, kept: {set: lit}, broken: {minutes: ">= 60"}}
  bobs_word: {by: bob, to: ann, text: to mend the roof}
endings:
  done: {title: Done, when: {set: lit, at: yard, minutes: ">= 600"}, text: Done., path: [wait]}
  lost: {title: Lost, when: {wounds: 10}, text: Lost., defeat: true}
"""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return _write_world(tmp_path_factory.mktemp("debt"))


def _write_world(folder: Path) -> World:
    (folder / "world.yaml").write_text(WORLD, encoding="utf-8")
    return load_world(folder)


@pytest.fixture
def state(world: World) -> StoryState:
    state = new_story(world, 1)
    state.turn = 1
    return state


def rule_on(world: World, state: StoryState, *operations: Operation, verb: str = "look") -> Ruled:
    return rule(world, state, Outcome(intents=(Intent(verb=verb),), changes=operations), FAIR)


def after(world: World, state: StoryState, *operations: Operation) -> StoryState:
    return rule_on(world, state, *operations).after


def feels(state: StoryState, who: str = "ann", toward: str = PLAYER) -> dict[str, int]:
    return state.characters[who].toward(toward).model_dump()


def said_to_greeting(world: World, state: StoryState) -> tuple[str, ...]:
    found = rule_on(world, state, Greet(who="ann"))
    return next(one.wordings for one in found.ruling.happenings if one.kind == "said")


# ---- relations ----


def test_relations_begin_as_the_world_has_them(state: StoryState) -> None:
    assert feels(state) == {"trust": 1, "fear": 0, "affection": 0, "debt": 0}
    assert feels(state, toward="bob")["affection"] == 3
    assert set(feels(state, "bob").values()) == {0}


def test_an_effect_changes_them_and_stays_within_bounds(world: World, state: StoryState) -> None:
    state = after(world, state, Use(rule="save", target="ann"))
    assert feels(state) == {"trust": 3, "fear": 0, "affection": 0, "debt": 5}
    assert feels(state, toward="bob")["affection"] == 2
    for _ in range(4):
        state = after(world, state, Use(rule="scare", target="ann"))
    assert feels(state)["fear"] == 5
    assert feels(state, "bob")["fear"] == 0  # `target` was Ann


@pytest.mark.parametrize(
    ("who", "toward"), [("ann", "ann"), ("ann", "nobody"), ("nobody", PLAYER), ("bob", PLAYER)]
)
def test_none_is_changed_toward_oneself_or_nobody_or_by_the_dead(
    world: World, state: StoryState, who: str, toward: str
) -> None:
    state.characters["bob"].alive = False
    before = canonical_json(state)
    relate(Draft(world, state, FAIR, Deeds()), who, toward, trust=2)
    assert canonical_json(state) == before


def test_a_narrator_sways_each_feeling_by_two_a_turn(world: World, state: StoryState) -> None:
    wish = ChangeRelation(who="ann", trust=2, fear=1)
    swayed = after(world, state, wish, wish, ChangeRelation(who="ann", trust=-2, debt=-2))
    assert feels(swayed) == {"trust": 1, "fear": 2, "affection": 0, "debt": -2}
    assert feels(after(world, state, wish, wish))["trust"] == 3
    assert feels(state)["trust"] == 1  # the state ruled on is never written on
    away = state.model_copy(update={"place": "yard"})
    found = rule_on(world, away, wish)
    assert [one.code for one in found.ruling.rejections] == ["who_not_here"]
    assert feels(found.after) == feels(state)
    toward_nobody = rule_on(world, state, ChangeRelation(who="ann", toward="ann", trust=1))
    assert [one.code for one in toward_nobody.ruling.rejections] == ["no_such_person"]


def test_deeds_that_are_seen_change_them(world: World, state: StoryState) -> None:
    hit = after(world, state, Use(rule="punch", target="ann"))
    assert feels(hit) == {"trust": -1, "fear": 2, "affection": -2, "debt": 0}
    assert feels(hit, "bob") == {"trust": -1, "fear": 1, "affection": 0, "debt": 0}
    robbed = after(world, state, Take(item="purse"))
    assert feels(robbed)["trust"] == -1
    assert feels(robbed, "bob")["trust"] == -1
    given = after(world, state, Give(item="lamp", to="ann"))
    assert feels(given) == {"trust": 2, "fear": 0, "affection": 1, "debt": 1}
    assert set(feels(given, "bob").values()) == {0}
    state.characters["ann"].wounds = 2
    healed = after(world, state, Heal(who="ann", amount=1))
    assert (feels(healed)["debt"], feels(healed, "bob")["trust"]) == (1, 1)
    hidden = state.model_copy(update={"flags": {"hidden": 1}})
    assert feels(after(world, hidden, Take(item="purse"))) == feels(state)


def test_the_sleeping_see_no_deed_but_what_is_done_to_them(world: World, state: StoryState) -> None:
    state.minutes = 150
    hit = after(world, state, Use(rule="punch", target="ann"))
    assert feels(hit)["trust"] == -1
    assert set(feels(hit, "bob").values()) == {0}
    assert feels(after(world, state, Use(rule="scare", target="bob")), "bob")["fear"] == 2


def test_the_sleeping_say_nothing_unasked(world: World, state: StoryState) -> None:
    def remarks(minutes: int) -> int:
        now = state.model_copy(update={"minutes": minutes})
        found = (
            rule_on(world, now.model_copy(update={"turn": turn}), PassTime(minutes=1)) for turn in range(8)
        )
        return sum(one.kind == "remark" for it in found for one in it.ruling.happenings)

    assert remarks(0) > 0
    assert remarks(150) == 0


def test_what_is_felt_chooses_what_is_said(world: World, state: StoryState) -> None:
    assert said_to_greeting(world, state) == ("Who is there?",)
    saved = after(world, state, Use(rule="save", target="ann"))
    assert said_to_greeting(world, saved) == ("Come in; I owe you.",)
    state.characters["ann"].relations[PLAYER] = Relation(trust=-2)
    assert said_to_greeting(world, state) == ("Keep off.",)


def test_in_words() -> None:
    said = bond_in_words(Relation(trust=-4, fear=1, debt=2), "the player")
    assert said == "does not trust the player wholly, fears the player a little, is in the player's debt"
    assert bond_in_words(Relation(), "Bob") == ""


# ---- promises ----


def test_a_promise_is_kept_by_bringing_the_thing(world: World, state: StoryState) -> None:
    made = after(world, state, MakePromise(to="ann", what="to bring her the lamp", item="lamp"))
    (promise,) = made.promises.values()
    assert (promise.by, promise.to, promise.status, promise.item) == (PLAYER, "ann", "open", "lamp")
    dropped = after(world, made, Drop(item="lamp"))
    assert [one.status for one in dropped.promises.values()] == ["open"]
    brought = after(world, made, Give(item="lamp", to="ann"))
    assert [one.status for one in brought.promises.values()] == ["kept"]
    assert feels(brought) == {"trust": 4, "fear": 0, "affection": 2, "debt": 1}  # the gift, and the word


def test_a_promise_is_broken_by_ruling(world: World, state: StoryState) -> None:
    made = after(world, state, MakePromise(to="ann", what="to stay"))
    (name,) = made.promises
    broken = after(world, made, SettlePromise(promise=name, kept=False))
    assert broken.promises[name].status == "broken"
    assert feels(broken) == {"trust": -2, "fear": 0, "affection": -1, "debt": 0}
    again = rule_on(world, broken, SettlePromise(promise=name, kept=True))
    assert [one.code for one in again.ruling.rejections] == ["no_such_promise"]
    assert again.after.promises[name].status == "broken"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (MakePromise(to="ann", by="ann", what="to stay"), "oneself"),
        (MakePromise(to="bob", what="to stay"), "dead"),
        (MakePromise(to="ann", what="to bring it", item="moon"), "no_such_thing"),
        (SettlePromise(promise="light", kept=True), "worlds_promise"),
    ],
)
def test_promises_that_cannot_be(world: World, state: StoryState, wish: Operation, code: str) -> None:
    state.promises["light"] = Promise(by=PLAYER, to="ann", what="to bring light")
    state.characters["bob"].alive = False
    found = rule_on(world, state, wish)
    assert [one.code for one in found.ruling.rejections] == [code]
    assert found.after.promises == state.promises


def test_there_is_room_for_so_many_promises(world: World, state: StoryState) -> None:
    one = Promise(by=PLAYER, to="ann", what="it")
    state.promises = {f"p{n}": one for n in range(PROMISE_LIMIT)}
    wish = MakePromise(to="ann", what="one more")
    found = rule_on(world, state, wish)
    assert [it.code for it in found.ruling.rejections] == ["too_many_promises"]
    state.promises["p3"] = one.model_copy(update={"status": "kept", "settled": 1})
    made = after(world, state, wish)
    assert len(made.promises) == PROMISE_LIMIT
    assert "p3" not in made.promises


def test_the_world_s_promises(world: World, state: StoryState) -> None:
    sworn = after(world, state, Use(rule="swear", target="ann"))
    assert {name: one.status for name, one in sworn.promises.items()} == {
        "light": "open",
        "bobs_word": "open",
    }
    assert promise_in_words(world, sworn.promises["light"]) == "You promised Ann to bring light."
    lit = after(world, sworn, Use(rule="light_up", target="lamp"))
    assert lit.promises["light"].status == "kept"
    assert feels(lit) == {"trust": 3, "fear": 0, "affection": 1, "debt": 0}
    assert said_to_greeting(world, lit) == ("You kept your word.",)
    late = after(world, sworn, PassTime(minutes=90))
    assert late.promises["light"].status == "broken"
    assert feels(late)["trust"] == -2
    lit_late = after(world, late, Use(rule="light_up", target="lamp"))
    assert lit_late.promises["light"].status == "broken"  # settled for good


def test_effects_keep_and_break(world: World, state: StoryState) -> None:
    sworn = after(world, state, Use(rule="swear", target="ann"))
    kept = after(world, sworn, Use(rule="deliver", target="ann"))
    assert kept.promises["bobs_word"].status == "kept"
    assert feels(kept, toward="bob") == {"trust": 2, "fear": 0, "affection": 4, "debt": 0}
    broken = after(world, sworn, Use(rule="cheat", target="ann"))
    assert broken.promises["bobs_word"].status == "broken"
    assert feels(broken, toward="bob")["trust"] == -3
    assert after(world, state, Use(rule="deliver", target="ann")).promises == {}  # nothing to keep


def test_changes_go_through_a_patch_and_back(world: World, state: StoryState) -> None:
    found = rule_on(world, state, Use(rule="swear", target="ann"), Use(rule="save", target="ann"))
    patch = diff(state, found.after)
    assert patch.apply(state) == found.after
    assert patch.undo(found.after) == state


# ---- states of before ----


def test_a_state_of_version_1_gets_its_relations(world: World, state: StoryState) -> None:
    old = state.model_dump(mode="json")
    old["version"] = 1
    del old["promises"]
    for character in old["characters"].values():
        del character["relations"]
    read = read_state(old)
    assert all(not person.relations for person in read.characters.values())
    assert read.promises == {}
    fitted = refit(world, read)
    assert fitted.characters["ann"].relations == state.characters["ann"].relations
    assert feels(fitted, toward="bob")["affection"] == 3


def test_refitting_keeps_what_is_felt_and_drops_who_is_gone(world: World, state: StoryState) -> None:
    state.characters["ann"].relations = {PLAYER: Relation(trust=-5), "ghost": Relation(fear=2)}
    state.promises = {
        "a": Promise(by=PLAYER, to="ann", what="it"),
        "b": Promise(by="ghost", to=PLAYER, what="it"),
    }
    fitted = refit(world, state)
    assert fitted.characters["ann"].relations == {
        "bob": Relation(affection=3),
        PLAYER: Relation(trust=-5),
    }
    assert list(fitted.promises) == ["a"]


def test_the_player_promises_what_they_say_and_not_what_a_rule_would_have_them_promise(world: World) -> None:
    def promises_after(words: str) -> dict[str, str]:
        return {
            name: one.what for name, one in play(world, new_story(world, 1), words).after.promises.items()
        }

    assert "light" in promises_after("promise ann to bring light")
    assert "light" in promises_after("promise ann"), "nothing definite: what the world has in mind"
    assert list(promises_after("promise ann that i will mend her roof").values()) == ["to mend her roof"]

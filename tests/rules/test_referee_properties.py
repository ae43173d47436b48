"""Whatever a narrator proposes, in any world: nothing is lost, the dead stay dead, bounds hold, bytes are the same."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from functools import cache
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamemaster.narration.understudy.prose import SPEAKING, Teller
from gamemaster.narration.understudy.suggestions import suggest
from gamemaster.rules import proposal as ops
from gamemaster.rules.dice import roll_for
from gamemaster.rules.draft import FRUITLESS_MINUTES, MOST_WOUNDS
from gamemaster.rules.operations.actions import fits, tool_for
from gamemaster.rules.operations.scene_changes import (
    DELAY_A_DAY,
    DETAIL_CHARACTERS,
    DETAILS_EVERYWHERE,
    DETAILS_HERE,
    SUSPICION_MAX,
)
from gamemaster.rules.proposal import Intent, Memory, Operation, Outcome, ProposedCheck, Roll
from gamemaster.rules.referee import IMPROVISED, Ruled, apply_operation, open_turn, rule
from gamemaster.rules.stances import attempts as attempts_module
from gamemaster.rules.state import StoryState, canonical_json, diff, new_story
from tests.examples import examples
from tests.worldkit import ROOT, playable_worlds
from worlds.rules import all_rules
from worlds.schema import DISPOSITION_MAX, DISPOSITION_MIN, NOWHERE, PLAYER, Offer, StanceName, World
from worlds.verbs import BASE_VERBS

WORLDS = playable_worlds()
WALKS, TURNS = 28, 60
many = examples(0.6)


def _words_of(world: World) -> dict[str, st.SearchStrategy[Any]]:
    """Names of every kind, right ones and wrong ones."""
    rules = [rule.id for rule in all_rules(world)]
    topics = [topic for who in world.characters.values() for topic in who.topics]
    things = [
        *world.items,
        *world.characters,
        *world.locations,
        *world.threats,
        *(f.id for _, f in world.features()),
    ]
    wrong = ["player", "nowhere", "target", "item", "no such", "x" * 64, "{thing}", "\u00e9\u6c34"]
    anything = st.sampled_from([*things, *rules, *topics, *wrong])

    def mostly(names: Any, kind: str = "") -> st.SearchStrategy[str]:
        right = list(names)
        if not right:
            return anything
        near = st.integers(0, 9).map(lambda number: f"{kind} {number}") if kind else st.sampled_from(right)
        return st.one_of(near, near, st.sampled_from(right), anything)

    return {
        "place": mostly(world.locations, "exit"), "item": mostly(world.items, "thing"),
        "who": mostly([*world.characters, PLAYER], "person"),
        "thing": mostly(things, "thing"), "rule": mostly([r for r in rules if len(r) <= 64]), "topic": mostly(topics),
        "flag": mostly(world.flags), "fact": mostly(world.facts), "beat": mostly(world.beats),
        "ending": mostly(world.endings), "verb": st.sampled_from([*BASE_VERBS, *world.verbs]),
    }  # fmt: skip


def attempts(w: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[Operation]:
    maybe = st.none()
    return st.builds(
        ops.Attempt, stance=st.sampled_from(get_args(StanceName)), target=maybe | w["thing"] | w["who"],
        tool=maybe | w["item"], recipient=maybe | w["thing"],
        aim=st.sampled_from(["", "a snowman", "to let me pass", "the boy", "@mara: {thing}"]),
    )  # fmt: skip


def operations(world: World) -> st.SearchStrategy[Operation]:
    """Every operation there is, likely and unlikely, possible and not."""
    w, maybe = _words_of(world), st.none()
    few = st.integers(1, 3)
    use = st.builds(ops.Use, rule=w["rule"], target=maybe | w["thing"], item=maybe | w["item"])
    real_uses = [ops.Use(rule=r.id, target=on) for r in all_rules(world) for on in (*r.on, None)]
    return st.one_of(
        st.builds(ops.Move, to=w["place"]),
        st.builds(ops.Take, item=w["item"]),
        st.builds(ops.Drop, item=w["item"]),
        st.builds(ops.Give, item=w["item"], to=w["who"]),
        use,
        st.sampled_from(real_uses),
        st.builds(ops.Notice, what=w["thing"]),
        st.just(ops.Look()),
        st.just(ops.Search()),
        st.builds(ops.Greet, who=w["who"], parting=st.booleans()),
        st.builds(ops.Discuss, who=w["who"], topic=w["topic"]),
        st.builds(ops.Dismiss, who=w["who"]),
        st.builds(ops.SetFlag, flag=w["flag"], value=st.booleans()),
        st.builds(ops.Harm, who=w["who"], amount=few),
        st.builds(ops.Heal, who=w["who"], amount=few),
        st.builds(ops.PassTime, minutes=st.integers(0, 480), sleep=st.booleans()),
        st.builds(ops.ChangeDisposition, who=w["who"], by=st.integers(-2, 2)),
        st.builds(ops.MoveCharacter, who=w["who"], to=w["place"]),
        st.builds(ops.Reveal, fact=w["fact"]),
        st.builds(ops.StartBeat, beat=w["beat"]),
        st.builds(ops.FinishBeat, beat=w["beat"]),
        st.builds(ops.EndStory, ending=w["ending"]),
        attempts(w),
        attempts(w),
        st.builds(ops.AddDetail, text=st.sampled_from(["a snowman", "{who} @mara: *", " "]), on=maybe | w["thing"]),
        st.builds(ops.Enjoy, what=w["thing"], offer=st.sampled_from(get_args(Offer))),
        st.builds(ops.Try, verb=w["verb"], what=maybe | w["thing"], why=st.sampled_from(
            ["", "nothing_happens", "heard", "ways", "far_off", "listened", "dead", "offer", "no such reason", "which"]
        )),
    )  # fmt: skip


def outcomes(world: World) -> st.SearchStrategy[Outcome]:
    w = _words_of(world)
    intent = st.builds(Intent, verb=w["verb"], objects=st.lists(w["thing"], max_size=2).map(tuple))
    skills = st.sampled_from([*world.skills, "no_such_skill"])
    results = st.sampled_from(["critical", "success", "partial", "failure", "fumble"])
    check = st.builds(ProposedCheck, skill=skills, difficulty=st.integers(2, 30), result=results)
    memory = st.builds(Memory, who=w["who"], what=st.just("something"))
    return st.builds(
        Outcome,
        intents=st.lists(intent, max_size=3).map(tuple),
        check=st.one_of(st.none(), st.none(), st.none(), check),
        changes=st.lists(operations(world), max_size=6).map(tuple),
        memories=st.lists(memory, max_size=2).map(tuple),
        unclear=st.sampled_from([None, None, None, None, "absurd", "which", "no such reason"]),
    )


OPERATIONS = {name: operations(world) for name, world in WORLDS.items()}
OUTCOMES = {name: outcomes(world) for name, world in WORLDS.items()}
Story = tuple[str, int, list[Outcome]]  # a world's name, the seed, what is proposed turn by turn


@st.composite
def stories(draw: st.DrawFn) -> Story:
    world = draw(st.sampled_from(list(WORLDS)))
    return world, draw(st.integers(0, 2**31)), draw(st.lists(OUTCOMES[world], min_size=1, max_size=12))


def here_and_now(world: World, state: StoryState, outcome: Outcome) -> Outcome:
    """The outcome with "exit 3", "thing 3" and "person 3" replaced by what is here, so that stories get somewhere."""
    lists = {
        "exit": [way.to for way in world.locations[state.place].exits],
        "thing": [*state.lying_at(state.place), *state.carried_items(), *world.locations[state.place].notice],
        "person": state.present(),
    }

    def real(name: object) -> object:
        kind, _, number = name.partition(" ") if isinstance(name, str) else ("", "", "")
        options = lists.get(kind, []) if number.isdigit() else []
        return options[int(number) % len(options)] if options else name

    changes = []
    for operation in outcome.changes:
        fields = {field: real(value) for field, value in operation}
        changes.append(type(operation).model_validate(fields))
    return outcome.model_copy(update={"changes": tuple(changes)})


def play(name: str, seed: int, turns: list[Outcome]) -> list[tuple[StoryState, Outcome, Ruled]]:
    world = WORLDS[name]
    state, played = new_story(world, seed), []
    for proposed in turns:
        outcome = here_and_now(world, state, proposed)
        ruled = rule(world, state, outcome, roll_for(seed, state.turn + 1))
        played.append((state, outcome, ruled))
        state = ruled.after
    return played


def likely(world: World, state: StoryState, dice: Random) -> Operation:
    """Something that may well be possible now."""
    here, place = state.present(), world.locations[state.place]
    near = [*here, *place.notice, *state.carried_items(), *state.lying_at(state.place), state.place, None]
    uses = [
        (rule, ops.Use(rule=rule.id, target=target))
        for rule in all_rules(world)
        for target in near
        if fits(rule, world, state, None, target, tool_for(rule, world, state))
    ]
    fitting = [use for _, use in uses]
    # Few of a grown world's hundreds of rules hurt anybody: drawn among all of them, no story would see a death.
    violent = [use for rule, use in uses if rule.effects.harm]
    talks = [ops.Discuss(who=who, topic=topic) for who in here for topic in world.characters[who].topics]
    things = [*state.lying_at(state.place), *state.carried_items()]
    choices: list[list[Operation]] = [
        [ops.Move(to=way.to) for way in place.exits],
        [*(ops.Take(item=item) for item in things), *(ops.Drop(item=item) for item in things[-1:])],
        [ops.Give(item=item, to=who) for item in state.carried_items() for who in here],
        [*fitting],
        [*fitting],
        [*violent],
        [*talks, *(ops.Greet(who=who) for who in here)],
        [ops.Harm(who=who, amount=3) for who in (*here, PLAYER)],
        [ops.Search(), ops.PassTime(minutes=dice.choice([5, 60, 480]), sleep=dice.random() < 0.5)],
    ]
    return dice.choice(dice.choice([some for some in choices if some]))


@cache
def walks(name: str) -> list[tuple[StoryState, Outcome, Ruled]]:
    """The turns of some long stories in which most of what is proposed is possible."""
    world, played = WORLDS[name], []
    for seed in range(WALKS):
        dice, state = Random(seed), new_story(world, seed)
        for _ in range(TURNS):
            changes = tuple(likely(world, state, dice) for _ in range(dice.choice([1, 1, 2])))
            verbs = tuple(Intent(verb=verb) for verb in dice.sample(BASE_VERBS, 1))
            outcome = Outcome(intents=verbs, changes=changes)
            ruled = rule(world, state, outcome, roll_for(seed, state.turn + 1))
            played.append((state, outcome, ruled))
            state = ruled.after
            if state.ended is not None and dice.random() < 0.5:
                break
    return played


@many
@given(stories())
def test_a_ruling_keeps_the_world_whole(story: Story) -> None:
    for before, outcome, ruled in play(*story):
        check_turn(WORLDS[story[0]], before, outcome, ruled)


@pytest.mark.slow
@pytest.mark.parametrize("name", WORLDS)
def test_long_stories_keep_their_promises(name: str) -> None:
    turns = walks(name)
    for before, outcome, ruled in turns:
        check_turn(WORLDS[name], before, outcome, ruled)
        check_round_trips(before, ruled)
        check_narration(WORLDS[name], before, ruled)
    told = {happening.kind for _, _, ruled in turns for happening in ruled.ruling.happenings}
    assert told >= {"went", "took", "dropped", "gave", "rule", "said", "beat", "ending"}
    if name != "lighthouse":  # its rules kill nobody
        assert any(not person.alive for _, _, ruled in turns for person in ruled.after.characters.values())


def check_turn(world: World, before: StoryState, outcome: Outcome, ruled: Ruled) -> None:
    after = ruled.after
    assert set(after.items) == set(world.items), "every item is in one place"
    for place in after.items.values():
        assert place in {PLAYER, NOWHERE, *world.locations, *world.characters}
        assert place not in world.characters or after.characters[place].alive, "the dead hold nothing"
    assert after.turn == before.turn + 1
    assert after.minutes == before.minutes + ruled.ruling.minutes
    assert len(ruled.ruling.rejections) <= len(outcome.changes)
    _check_bounds(world, after)
    _check_sums(world, before, outcome, ruled)
    _check_the_dead(before, after)
    assert {m.who for m in ruled.ruling.memories} <= {w for w, c in after.characters.items() if c.alive}
    if before.ended is not None:
        assert after == before.model_copy(update={"turn": before.turn + 1}), "an ended story changes no more"
        assert len(ruled.ruling.rejections) == len(outcome.changes)


def _check_sums(world: World, before: StoryState, outcome: Outcome, ruled: Ruled) -> None:
    """What a narrator makes up is bounded over the whole turn; what an author wrote is not counted here."""
    after, ruling = ruled.after, ruled.ruling
    tried = [h for h in ruling.happenings if h.kind == "attempted"]
    assert len(tried) <= attempts_module.MOST_ATTEMPTS
    made_up = [op for op in outcome.changes if op.op in IMPROVISED]
    refused = [r.operation for r in ruling.rejections if r.operation.op in IMPROVISED]
    assert len(made_up) - len(refused) <= attempts_module.MOST_IMPROVISED
    assert len(after.details) <= DETAILS_EVERYWHERE
    for place in world.locations:
        assert sum(one.place == place for one in after.details.values()) <= DETAILS_HERE
    assert all(
        len(one.text) <= DETAIL_CHARACTERS and not set(one.text) & set("{}@*\n")
        for one in after.details.values()
    )
    assert len(after.attempts) <= attempts_module.MOST_TRIED
    assert all(0 <= person.suspicion <= SUSPICION_MAX for person in after.characters.values())
    assert all(used <= DELAY_A_DAY for key, used in after.quotas.items() if key.startswith("delay@"))
    assert after.concealed.keys() <= after.items.keys()
    assert all(after.items[item] in world.locations for item in after.concealed), (
        "nobody carries what is hidden"
    )
    for happening in tried:
        if happening.detail["result"] in ("failure", "fumble"):
            came = [h for h in ruling.happenings if h.kind == "came_of"]
            assert came or ruling.ended is not None, "what fails has its price"


def whims(world: World) -> st.SearchStrategy[Outcome]:
    """Turns in which a narrator makes up all it can, with dice that it calls as they fall."""
    w = _words_of(world)
    who = st.sampled_from([*world.characters, PLAYER])
    changes = st.one_of(
        st.builds(ops.Harm, who=who, amount=st.just(3)),
        st.builds(ops.ChangeDisposition, who=who, by=st.sampled_from([2, 2, -2])),
        st.builds(ops.ChangeRelation, who=who, trust=st.sampled_from([2, -2]), fear=st.just(2)),
        attempts(w),
    )
    return st.builds(Outcome, changes=st.lists(changes, min_size=8, max_size=24).map(tuple))


WHIMS = {name: whims(world) for name, world in WORLDS.items()}


@many
@given(st.sampled_from(list(WORLDS)), st.integers(0, 2**31), st.integers(1, 20), st.data())
def test_no_turn_does_more_than_a_turn_may(name: str, seed: int, die: int, data: st.DataObject) -> None:
    """Today ten wounds of 3 would kill, and five times +2 make a friend."""
    world = WORLDS[name]
    state = new_story(world, seed)
    skill = next(iter(world.skills))
    calm = world.model_copy(update={"rules": {}, "beats": {}, "threats": {}})
    draft = open_turn(calm, state, Outcome(), Roll(d20=(die,)))
    draft.make_check(skill, 12, rule=None)
    for person in draft.state.characters.values():
        person.place = state.place
    felt = {
        who: (person.disposition, person.toward(PLAYER)) for who, person in draft.state.characters.items()
    }
    for operation in data.draw(WHIMS[name]).changes:
        if operation.op != "attempt":
            apply_operation(draft, operation)
    assert draft.state.wounds - state.wounds <= MOST_WOUNDS
    for who, person in draft.state.characters.items():
        feeling, bonds = felt[who]
        if not any(h.kind in ("reaction", "struck") for h in draft.happenings):
            assert abs(person.disposition - feeling) <= 2
            assert abs(person.toward(PLAYER).trust - bonds.trust) <= 2
            assert abs(person.toward(PLAYER).fear - bonds.fear) <= 2


@many
@given(
    st.sampled_from(list(WORLDS)),
    st.integers(0, 2**31),
    st.lists(st.integers(1, 20), min_size=1, max_size=4),
    st.data(),
)
def test_attempts_alone_stay_within_their_bounds(
    name: str, seed: int, dice: list[int], data: st.DataObject
) -> None:
    world = WORLDS[name]
    state = new_story(world, seed)
    before = state.clone()
    changes = tuple(data.draw(st.lists(attempts(_words_of(world)), min_size=1, max_size=12)))
    outcome = here_and_now(world, state, Outcome(changes=changes))
    ruled = rule(world, state, outcome, Roll(d20=tuple(dice[:4])))
    check_turn(world, before, outcome, ruled)
    check_round_trips(before, ruled)
    assert diff(before, ruled.after).model_dump_json().__len__() < 20_000, "patches stay small"
    check_narration(world, before, ruled)


def _check_bounds(world: World, state: StoryState) -> None:
    assert state.place in world.locations
    assert 0 <= state.wounds <= world.player.health
    assert (state.wounds == world.player.health) <= (state.ended is not None)
    for name, need in world.needs.items():
        assert 0 <= state.need(name) <= need.maximum
    for who, person in state.characters.items():
        assert 0 <= person.wounds <= world.characters[who].health
        assert person.alive == (person.wounds < world.characters[who].health)
        assert DISPOSITION_MIN <= person.disposition <= DISPOSITION_MAX
        assert person.place in {NOWHERE, *world.locations}
        assert not person.following or (person.alive and person.place == state.place)
    for threat in state.threats.values():
        assert threat.place in {NOWHERE, *world.locations}
    assert state.ended is None or state.ended in world.endings
    assert state.facts.keys() <= world.facts.keys()
    assert state.beats.keys() <= world.beats.keys()


def _check_the_dead(before: StoryState, after: StoryState) -> None:
    for who, was in before.characters.items():
        if not was.alive:
            assert after.characters[who] == was, "nothing about the dead changes"


@many
@given(stories())
def test_states_and_patches_survive_their_round_trips(story: Story) -> None:
    for before, _, ruled in play(*story):
        check_round_trips(before, ruled)


def check_round_trips(before: StoryState, ruled: Ruled) -> None:
    again = StoryState.model_validate_json(canonical_json(ruled.after))
    assert again == ruled.after
    for part in ("items", "characters", "threats"):
        assert list(getattr(again, part)) == list(getattr(ruled.after, part)), "the order too"
    assert canonical_json(again) == canonical_json(ruled.after)
    patch = diff(before, ruled.after)
    patch = type(patch).model_validate_json(canonical_json(patch))
    assert patch.apply(before) == ruled.after
    assert patch.undo(ruled.after) == before
    assert type(ruled.ruling).model_validate_json(canonical_json(ruled.ruling)) == ruled.ruling


@many
@given(stories())
def test_ruling_is_a_function_and_leaves_its_arguments_alone(story: Story) -> None:
    name, seed, turns = story
    world = WORLDS[name]
    state = new_story(world, seed)
    for proposed in turns:
        outcome = here_and_now(world, state, proposed)
        roll, bytes_before = roll_for(seed, state.turn + 1), canonical_json(state)
        one, two = rule(world, state, outcome, roll), rule(world, state.model_copy(deep=True), outcome, roll)
        assert canonical_json(state) == bytes_before
        assert canonical_json(one.after) == canonical_json(two.after)
        assert canonical_json(one.ruling) == canonical_json(two.ruling)
        state = one.after


@many
@given(stories(), st.data())
def test_what_is_rejected_changes_nothing(story: Story, data: st.DataObject) -> None:
    state = play(*story)[-1][2].after
    draft = open_turn(WORLDS[story[0]], state, Outcome(), Roll(d20=(data.draw(st.integers(1, 20)),)))
    for operation in data.draw(st.lists(OPERATIONS[story[0]], max_size=8)):
        before, rejected = draft.state.model_dump(), len(draft.rejections)
        walked, extra, minutes = draft.walked, draft.extra, draft.minutes or 0
        apply_operation(draft, operation)
        if len(draft.rejections) > rejected:
            assert draft.state.model_dump() == before, operation
            assert (draft.walked, draft.extra) == (walked, extra)
            assert draft.minutes == max(minutes, FRUITLESS_MINUTES)


@many
@given(stories())
def test_a_narration_is_never_empty_and_only_the_living_who_are_there_speak(story: Story) -> None:
    for before, _, ruled in play(*story):
        check_narration(WORLDS[story[0]], before, ruled)


def check_narration(world: World, before: StoryState, ruled: Ruled) -> None:
    ruling = ruled.ruling.model_copy(update={"suggestions": suggest(world, ruled.after)})
    spans = Teller(world, before, ruled.after).tell(ruling)
    assert spans
    places = {before.place, ruled.after.place, *(h.place for h in ruling.happenings if h.kind == "entered")}
    came_by = {h.who for h in ruling.happenings if h.kind in SPEAKING | {"arrived", "departed", "died"}}
    for span in spans:
        assert span.text.strip(), span
        assert not re.search(r"\{[a-z_]+\}", span.text), span
        assert not re.search(r"(^|\n)\s*@\w+:", span.text), span
        if span.kind == "speech" and span.speaker not in world.threats:
            was, now = before.characters[span.speaker or ""], ruled.after.characters[span.speaker or ""]
            assert was.alive
            assert was.place in places or now.place in places or span.speaker in came_by


@many
@given(stories())
def test_suggestions_are_few_short_and_not_secret(story: Story) -> None:
    world, state = WORLDS[story[0]], play(*story)[-1][2].after
    offered = suggest(world, state)
    assert len(offered) <= 3
    assert len(set(offered)) == len(offered)
    assert all(0 < len(text) <= 80 for text in offered)
    assert not (state.ended and offered)


SCRIPT = """
import sys
from gamemaster.rules import proposal as ops
from gamemaster.rules.dice import roll_for
from gamemaster.rules.proposal import Intent, Outcome
from gamemaster.narration.understudy.prose import SPEAKING, Teller
from gamemaster.rules.referee import rule
from gamemaster.rules.state import canonical_json, new_story
from gamemaster.narration.understudy.suggestions import suggest
from tests.worldkit import sample
import hashlib
world = sample()
state, seen = new_story(world, 77), hashlib.sha256()
for turn in range(30):
    place = sorted(world.locations)[turn % len(world.locations)]
    operations = (ops.Take(item=sorted(world.items)[turn % len(world.items)]), ops.Move(to=place), ops.Search(),
                  ops.PassTime(minutes=90))
    outcome = Outcome(intents=(Intent(verb="go", objects=(place,)),), changes=operations)
    ruled = rule(world, state, outcome, roll_for(77, turn + 1))
    spans = Teller(world, state, ruled.after).tell(ruled.ruling)
    for part in (ruled.after, ruled.ruling, *spans):
        seen.update(canonical_json(part))
    seen.update(repr(suggest(world, ruled.after)).encode())
    state = ruled.after
print(seen.hexdigest(), state.minutes)
"""


@pytest.mark.slow
@pytest.mark.parametrize("module_path", ["."])
def test_another_process_tells_the_same_story_byte_for_byte(module_path: str) -> None:
    said = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT], cwd=ROOT, capture_output=True, text=True, check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": module_path},
        ).stdout
        for seed in ("0", "1", "4242")
    ]  # fmt: skip
    assert len(set(said)) == 1
    digest, minutes = said[0].split()
    assert len(digest) == hashlib.sha256().digest_size * 2
    assert int(minutes) > 0, "the story went on"

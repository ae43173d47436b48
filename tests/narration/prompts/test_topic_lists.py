"""A prompt lists few of the topics that people have, and loses none of them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gamemaster.narration.model.unlisted_topics import with_unlisted_topics
from gamemaster.narration.prompts.outcome_schema import ELSE, in_scene, schema
from gamemaster.narration.prompts.state_text import Feed
from gamemaster.narration.prompts.text import Listing
from gamemaster.narration.prompts.topic_lists import MOST_OFFERED, MOST_TOUCHED
from gamemaster.narration.scene import Scene
from gamemaster.narration.understudy.suggestions import suggest
from gamemaster.narration.understudy.understudy import propose
from gamemaster.play.opening import begin
from gamemaster.rules.conditions import holds
from gamemaster.rules.dice import roll_for
from gamemaster.rules.proposal import Discuss, Outcome
from gamemaster.rules.state import StoryState
from tests.modelkit import Actor, Stage, feed_text
from tests.worldkit import playable_worlds
from worlds.schema import World

WORLDS = ("lighthouse", "long_night")


def scene_of(world: World, words: str, who: str) -> Scene:
    """Alone with somebody, at the beginning."""
    state = begin(world, 1)
    for other in state.characters.values():
        other.place = "nowhere"
    state.characters[who].place, state.characters[who].met = state.place, True
    return Scene(world, state, words, roll_for(1, 1))


def speakers(world: World) -> list[str]:
    return [who for who, person in world.characters.items() if len(person.topics) > MOST_OFFERED][:4]


def asked_of(world: World, state: StoryState, who: str) -> list[tuple[str, str]]:
    """What can be asked, by the name that it is offered by."""
    topics = world.characters[who].topics.values()
    return [(topic.id, topic.names[0]) for topic in topics if holds(topic.when, world, state)]


def topics_in(grammar: str) -> list[list[str]]:
    operations = json.loads(grammar)["properties"]["changes"]["items"]["anyOf"]
    return [one["properties"]["topic"]["enum"] for one in operations if "topic" in one["properties"]]


@pytest.mark.parametrize("name", WORLDS)
def test_the_lists_are_short_and_in_the_authors_order(name: str) -> None:
    world = playable_worlds()[name]
    for who in speakers(world):
        scene = scene_of(world, "what about the bell, the ice, the dead, the knocking and the key?", who)
        here, order = in_scene(scene), list(world.characters[who].topics)
        assert len(here.topics[who]) == MOST_OFFERED
        assert len(here.touched[who]) <= MOST_TOUCHED
        for part in (here.topics[who], here.touched[who]):
            assert list(part) == sorted(part, key=order.index)
        assert not {*here.topics[who]} & {*here.touched[who]}
        assert topics_in(schema(scene, here)) == [[*here.topics[who], *here.touched[who], ELSE]]


@pytest.mark.slow
@pytest.mark.parametrize("name", WORLDS)
def test_what_is_asked_of_by_its_name_is_listed_or_found(name: str) -> None:
    world = playable_worlds()[name]
    found = tried = 0
    for who in speakers(world):
        state = scene_of(world, "", who).state
        for topic, called in asked_of(world, state, who):
            scene = scene_of(world, f"ask {world.characters[who].name} about {called}", who)
            here, tried = in_scene(scene), tried + 1
            if topic not in (*here.topics[who], *here.touched[who]):
                found += 1  # its name is of small words alone
                assert with_else(scene, who)[0].topic == topic, (who, topic)
    assert tried > 80
    assert found < tried / 20


@pytest.mark.parametrize("name", WORLDS)
def test_what_is_offered_depends_on_no_words(name: str) -> None:
    world = playable_worlds()[name]
    for who in speakers(world):
        first, *others = (
            in_scene(scene_of(world, words, who)).topics[who] for words in ("look", "the key?", "sleep")
        )
        assert others == [first, first]


def test_what_was_told_makes_room_for_the_next() -> None:
    world = playable_worlds()["lighthouse"]
    scene = scene_of(world, "look", "jory")
    first = list(in_scene(scene).topics["jory"])
    scene.state.lines = {f"jory.{first[1]}.0": 1}
    second = in_scene(scene).topics["jory"]
    assert first[1] not in second
    assert len(second) == len(first)
    assert {*first} - {first[1]} <= {*second}


def test_a_topic_that_the_words_touch_is_told_by_what_would_be_said_of_it() -> None:
    world = playable_worlds()["lighthouse"]
    scene = scene_of(world, "Jory, what about the boat?", "jory")
    (said,) = world.characters["jory"].topics["boat"].lines[0].text[:1]
    text, _ = feed_text(world, scene.state, scene.words, in_scene(scene), Feed())
    assert f"boat ({said[:15]}" in text


def with_else(scene: Scene, who: str, *more: Discuss) -> tuple[Discuss, ...]:
    changes = (*more, Discuss(who=who, topic=ELSE))
    made = with_unlisted_topics(scene, in_scene(scene), Outcome(changes=changes))
    return tuple(one for one in made.changes if isinstance(one, Discuss))


@pytest.mark.slow
@pytest.mark.parametrize("name", WORLDS)
def test_a_topic_that_is_asked_of_by_name_is_found_though_the_model_says_something_else(name: str) -> None:
    world = playable_worlds()[name]
    found = tried = 0
    for who in speakers(world)[:3]:
        state = scene_of(world, "", who).state
        for _, called in asked_of(world, state, who)[:12]:
            scene = scene_of(world, f"ask {world.characters[who].name} about {called}", who)
            written = [one for one in propose(scene).changes if isinstance(one, Discuss)]
            if written and written[0].topic in world.characters[who].topics:
                tried += 1
                found += with_else(scene, who)[0].topic == written[0].topic
    assert tried > 20
    assert found == tried


def test_what_nobody_wrote_of_stays_in_the_players_words() -> None:
    world = playable_worlds()["lighthouse"]
    (asked,) = with_else(scene_of(world, "Jory, what do you think of the price of turnips?", "jory"), "jory")
    assert asked.topic not in world.characters["jory"].topics
    assert "turnips" in asked.topic
    assert asked.topic != ELSE


def test_what_a_model_has_chosen_is_not_asked_twice() -> None:
    world = playable_worlds()["lighthouse"]
    scene = scene_of(world, "Jory, what about Elsie? And do you like turnips?", "jory")
    first, second = with_else(scene, "jory", Discuss(who="jory", topic="elsie"))
    assert first.topic == "elsie"
    assert second.topic != "elsie"


def test_an_outcome_without_it_stays_as_it_is() -> None:
    world = playable_worlds()["lighthouse"]
    scene = scene_of(world, "look", "jory")
    outcome = Outcome(changes=(Discuss(who="jory", topic="self"), Discuss(who="nobody", topic=ELSE)))
    assert with_unlisted_topics(scene, in_scene(scene), outcome) == outcome


async def test_the_ruling_is_on_what_was_asked() -> None:
    world = playable_worlds()["lighthouse"]
    answer: dict[str, Any] = {
        "intents": [], "check": None, "otherwise": [], "unclear": None,
        "changes": [{"op": "discuss", "who": "jory", "topic": ELSE, "asks": None}],
    }  # fmt: skip
    stage = Stage(Actor([json.dumps(answer), "@jory: A cat is a cat."]), world=world)
    stage.state = scene_of(world, "", "jory").state
    record = await stage.play("ask Jory about the cat")
    assert record.model is not None
    assert record.model.adjudicated_by == "model", record.model.steps
    assert [one.topic for one in record.outcome.changes if isinstance(one, Discuss)] == ["cat"]
    assert any(one.kind == "said" and "cat" in (one.what or "") for one in record.ruling.happenings)


# ---- lists in a feed ----


def test_what_an_id_is_stands_where_it_first_comes() -> None:
    listing = Listing("Lying here", {"axe": "old axe", "rope": "rope"})
    assert listing.text() == "Lying here: axe (old axe), rope"
    assert listing.text(frozenset(listing.entries)) == "Lying here: axe, rope"
    assert Listing("Lying here", {}).text() == "Lying here: nothing"


def test_of_a_list_that_was_said_before_only_the_change_is() -> None:
    named = dict.fromkeys(("stove.open", "mugs.turn", "cat.call", "kettle.fill"), "")
    listing = Listing("To use here", named, "; ")
    assert listing.text(frozenset(), frozenset(named)) == "To use here: as before"
    before = frozenset({*named, "tea.drink"} - {"cat.call"})
    changed = "To use here: as before; now too: cat.call; no longer: tea.drink"
    longer = Listing("To use here", {**named, **dict.fromkeys(("a.long_one", "another.long_one"), "")}, "; ")
    assert listing.text(frozenset(), before) == min(changed, listing.text(), key=len)
    assert longer.text(frozenset(), frozenset(longer.named) - {"a.long_one"}).endswith("now too: a.long_one")


@pytest.mark.parametrize("name", WORLDS)
def test_rules_can_be_followed_through_all_that_was_said(name: str) -> None:
    """Whoever reads the feeds in their order knows at each turn which rules there are."""
    world = playable_worlds()[name]
    state, feed = begin(world, 3), Feed()
    at: dict[str, set[str]] = {}
    changes = 0
    for turn in range(1, 40):
        words = (suggest(world, state) or ("wait",))[turn % 2 - 1]
        scene = Scene(world, state, words, roll_for(state.seed, state.turn + 1))
        here = in_scene(scene)
        text, feed = feed_text(world, state, words, here, feed)
        for line in text.splitlines():
            title, _, said = line.partition(": ")
            if title == "To use here":
                at[state.place] = usable_after(at.get(state.place, set()), said)
                changes += said.startswith("as before")
        usable = ids_in(feed.lines["rules"].partition(": ")[2])
        assert at.get(state.place, {"nothing"}) == usable
        assert usable - {"nothing"} <= {*here.rules}
        state = scene.rule(propose(scene)).after
        if state.ended is not None:
            break
    assert changes > 3


def test_what_can_be_done_with_one_thing_is_one_entry() -> None:
    named = {"cat.call": "", "burn": "burn anything", "cat.stroke": "", "cat.charm": "tact against 9"}
    listing = Listing("To use here", named, "; ")
    listed = "To use here: cat.call/stroke; burn (burn anything); cat.charm (tact against 9)"
    assert listing.text() == listed
    assert ids_in(listed.partition(": ")[2]) == named.keys()
    far = dict.fromkeys(("a_door_of_iron_that_leads_down", "a_door_of_oak_that_leads_up"), "")
    before = frozenset({"burn", "mugs.turn", "mugs.pull", "cat.charm", *far})
    longer = Listing(
        "To use here", {"burn": "", "cat.call": "", "cat.stroke": "", "cat.charm": "", **far}, "; "
    )
    changed = "To use here: as before; now too: cat.call/stroke; no longer: mugs.pull/turn"
    assert longer.text(frozenset(), before) == changed
    assert usable_after(set(before), changed.partition(": ")[2]) == longer.named.keys()


def usable_after(before: set[str], said: str) -> set[str]:
    if not said.startswith("as before"):
        return ids_in(said)
    said, _, gone = said.partition("; no longer: ")
    new = said.partition("; now too: ")[2]
    return (before - ids_in(gone, ", ")) | (ids_in(new) if new else set())


def ids_in(said: str, joint: str = "; ") -> set[str]:
    """As the head says that they are listed: `stove.open/light` is stove.open and stove.light."""
    entries = (part.split(" (")[0].partition(".") for part in said.split(joint))
    return {f"{thing}{dot}{deed}" for thing, dot, deeds in entries for deed in deeds.split("/")}

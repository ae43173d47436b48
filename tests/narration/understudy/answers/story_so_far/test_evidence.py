"""What a player could say themselves to a question: sentences in sight, in memory, or told."""

from gamemaster.narration.understudy.answers.story_so_far.evidence import (
    answer_from_evidence,
    mention_of,
    roots_of,
    who_could_tell,
)
from gamemaster.narration.understudy.understudy import play
from gamemaster.rules.state import StoryState, new_story
from tests.worldkit import world_at
from worlds.schema import World

LIGHTHOUSE = "worlds/lighthouse"


def at(world: World, place: str) -> StoryState:
    state = new_story(world, 7)
    state.place = place
    return state


def test_a_sentence_in_sight_answers() -> None:
    world = world_at(LIGHTHOUSE)
    found = answer_from_evidence(world, at(world, "kitchen"), "why are there five hooks", set())
    assert "five hooks" in found


def test_whoever_might_know_is_offered_to_be_asked() -> None:
    world = world_at(LIGHTHOUSE)
    turn = play(world, at(world, "store"), "what do I know of the oars?")
    assert "Jory Kemp might" in turn.spans[0].text
    assert turn.outcome.suggestions[0] == "Ask Jory Kemp about the oars"
    asked = play(world, turn.after, turn.outcome.suggestions[0]).outcome.intents
    assert [(one.verb, one.objects) for one in asked] == [("ask", ("jory",))]


def test_nobody_is_offered_to_be_asked_for_what_was_answered() -> None:
    world = world_at(LIGHTHOUSE)
    turn = play(world, at(world, "store"), "where can I go?")
    assert not [one for one in turn.outcome.suggestions if one.startswith("Ask Jory Kemp about the way")]


def test_what_the_opening_told_is_known_everywhere() -> None:
    world = world_at(LIGHTHOUSE)
    assert "mail" in answer_from_evidence(
        world, at(world, "store"), "what happened to my bag and the mail", set()
    )


def test_a_sentence_that_names_the_thing_and_nothing_of_what_is_asked_is_no_answer() -> None:
    world = world_at(LIGHTHOUSE)
    about = roots_of(world, "mugs")
    assert answer_from_evidence(world, at(world, "kitchen"), "are the mugs made of silver", about) == ""


def test_what_somebody_said_is_quoted_only_once_they_said_it() -> None:
    world = world_at(LIGHTHOUSE)
    state = at(world, "store")
    question = "who wanted to be moved ashore eleven times"
    assert "said" not in answer_from_evidence(world, state, question, set())
    asked = play(world, state, "ask jory about cobb").after
    assert "Jory Kemp said: " in answer_from_evidence(world, asked, "who played the penny whistle", set())


def test_whoever_is_here_and_has_the_topic_is_pointed_to() -> None:
    world = world_at(LIGHTHOUSE)
    assert who_could_tell(world, at(world, "kitchen"), "what is the merrow".split(), ()) != ""
    assert who_could_tell(world, at(world, "landing"), "what is the merrow".split(), ()) == ""


def test_what_only_a_description_mentions_is_told_as_it_was_described() -> None:
    world = world_at("worlds/long_night")
    told = "".join(span.text for span in play(world, at(world, "yard"), "climb on the smoke").spans)
    assert mention_of(world, at(world, "yard"), "smoke") in told
    assert mention_of(world, at(world, "yard"), "elephant") == ""

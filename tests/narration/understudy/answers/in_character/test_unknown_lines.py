"""What a writer has somebody say where they know nothing comes before lines that nobody wrote, where it fits."""

from __future__ import annotations

import pytest

from gamemaster.language.wording import reactions, replies, small_talk
from gamemaster.language.wording.replies import reply, style_of
from gamemaster.narration.understudy.understudy import play_without_suggestions as play
from gamemaster.rules.state import new_story
from tests.casekit import cases
from tests.worldkit import world_at
from worlds.schema import Replies, World


@pytest.fixture(scope="module")
def kiosk() -> World:
    return world_at("tests/worlds_small/kiosk")


def answers(world: World, *, cross: bool = False, disposition: int = 0) -> str:
    """All that Ann says to some questions that she has no line for."""
    state = new_story(world, 1)
    state.characters["ann"].disposition = disposition
    if cross:
        state.flags["cross"] = 0
    told = []
    for matter in ("the trams", "the mayor", "the harvest", "the war", "the theatre", "the canal"):
        played = play(world, state, f"ask ann about {matter}")
        state = played.after
        told += [span.text for span in played.spans if span.speaker == "ann"]
    return " ".join(told)


def test_a_line_of_ignorance_is_said_beside_the_short_answers(kiosk: World) -> None:
    assert "I only sell the papers." in answers(kiosk)


def test_a_line_is_said_only_while_its_condition_holds(kiosk: World) -> None:
    plainly, crossly, fondly = answers(kiosk), answers(kiosk, cross=True), answers(kiosk, disposition=4)
    assert "will not talk" not in plainly
    assert "will not talk" in crossly
    assert "For you" not in plainly
    assert "For you" in fondly


@cases
def test_one_word_of_a_manner_makes_nobody_ornate(kiosk: World, manner: str, style: str) -> None:
    assert style_of(kiosk.characters["ann"].model_copy(update={"manner": manner})) == style


def test_a_writer_may_word_what_somebody_does_not_do(kiosk: World) -> None:
    own = Replies(cannot=("{deed}? Not behind a counter.",))
    ann = kiosk.characters["ann"].model_copy(update={"replies": own})
    assert reply(ann, "cannot", deed="dance") == ("Dance? Not behind a counter.",)


@pytest.mark.parametrize("kind", Replies.model_fields)
def test_each_kind_of_reply_is_one_that_is_said(kind: str) -> None:
    said = {**replies.PLAIN, **reactions.PLAIN, **small_talk.PLAIN}
    assert kind in said, f"a writer's `replies: {{{kind}: …}}` would never be heard"

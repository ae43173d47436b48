"""The requests that are shown of a turn are those that its course sent."""

from __future__ import annotations

import pytest

from gamemaster.authoring.prompt_view import PromptShown, lines_of
from gamemaster.authoring.stored_prompts import StoredTurns, Tokenized, show
from gamemaster.narration.options import ModelCourse
from tests.chatkit import LOOK, Reply, Stage, playing
from tests.modelkit import PROSE
from tests.narration.model.test_courses import ODD, TAKE


def shown_of(stage: Stage) -> PromptShown:
    """The last turn."""
    stored = StoredTurns("story", stage.world, stage.shelf.records, stage.state, {})
    return show(stored, stage.state.turn, Tokenized(stage.source.chat))


def requests(shown: PromptShown) -> list[tuple[str, bool]]:
    return [(request.stage, request.sent) for request in shown.requests]


def text_of(shown: PromptShown, stage: str) -> str:
    (request,) = (request for request in shown.requests if request.stage == stage)
    return "".join(segment.text for zone in request.zones for segment in zone.segments)


async def test_a_reading_is_shown_as_it_was_sent() -> None:
    async with playing(TAKE, course=ModelCourse.READ) as stage:
        await stage.play("look around")
        await stage.play(ODD)
        shown = shown_of(stage)
        system, user = stage.server.messages(0)
    assert requests(shown) == [("reading", True)]
    assert system["content"] in text_of(shown, "reading")
    assert user["content"] in text_of(shown, "reading")
    printed = "\n".join(line for _, line in lines_of(shown))
    assert "Request for the reading" in printed
    assert ODD in printed


@pytest.mark.parametrize("reply", [Reply(status="401 Unauthorized", raw=b""), "I would take the key."])
async def test_a_reading_that_failed_is_shown_too(reply: Reply | str) -> None:
    async with playing(reply, course=ModelCourse.READ) as stage:
        await stage.play(ODD)
        assert requests(shown_of(stage)) == [("reading", True)]


async def test_what_no_model_was_asked_to_read_is_not_shown_as_read() -> None:
    async with playing(course=ModelCourse.READ) as stage:
        await stage.play("take the key")
        assert requests(shown_of(stage)) == [("outcome", False), ("narration", False)]


async def test_on_the_course_tell_the_telling_alone_was_sent() -> None:
    async with playing(PROSE, course=ModelCourse.TELL) as stage:
        await stage.play("take the key")
        shown = shown_of(stage)
        sent = stage.server.messages(0)
    assert requests(shown) == [("outcome", False), ("narration", True)]
    for message in sent:
        assert message["content"].strip() in text_of(shown, "narration")


async def test_on_the_full_course_both_were_sent_and_one_that_failed_was_sent_too() -> None:
    async with playing(LOOK, PROSE, course=ModelCourse.FULL) as stage:
        await stage.play("look around")
        assert requests(shown_of(stage)) == [("outcome", True), ("narration", True)]
    async with playing("no JSON at all", PROSE, course=ModelCourse.FULL) as stage:
        await stage.play("look around")
        assert requests(shown_of(stage)) == [("outcome", True), ("narration", True)]


async def test_what_was_asked_once_all_was_told_is_shown_as_it_was_sent() -> None:
    rest = '{"memories": [], "suggestions": ["go to the mill"]}'
    async with playing(LOOK, PROSE, rest, course=ModelCourse.FULL, aftermath_s=6.0) as stage:
        await stage.play("look around")
        shown = shown_of(stage)
        sent = stage.server.messages(2)
    assert requests(shown) == [("outcome", True), ("narration", True), ("aftermath", True)]
    text = text_of(shown, "aftermath")
    for message in sent:
        assert message["content"].strip() in text
    assert "STEP 3" in text

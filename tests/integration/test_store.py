"""Tests of `gamemaster.postgres` on the real Postgres."""

import pytest

from gamemaster.state import canonical_json
from gamemaster.store import (
    Busy,
    Conflict,
    NoSuchTurn,
    NotFound,
    NothingToUndo,
    NotPending,
    Pending,
)
from tests.integration.stories import Author, beginning, tell

pytestmark = pytest.mark.integration


async def test_a_story_comes_back_as_it_was(author: Author) -> None:
    story = await author.begin()
    loaded = await author.store.load(story.id, author.player)
    assert loaded == story
    assert loaded.state == beginning()
    assert loaded.state.model_dump_json() == beginning().model_dump_json(), "in the same order, too"
    assert (loaded.turn, loaded.epoch, loaded.pending, loaded.world_hash) == (0, 0, None, "hash-1")
    assert loaded.player == author.player
    assert loaded.created.tzinfo is not None


async def test_a_turn_is_accepted_then_committed(author: Author) -> None:
    story = await author.begin()
    accepted = await author.store.accept(story.id, 1, "act-first", "take the axe")
    assert (accepted.number, accepted.repeated, accepted.status) == (1, False, "accepted")
    waiting = await author.store.load(story.id, author.player)
    assert waiting.pending == Pending("act-first", "take the axe", 1)
    assert waiting.turn == 0
    record, after = tell(story.state, "act-first", "take the axe")
    assert await author.store.commit(story.id, 0, record, after)
    told = await author.store.load(story.id, author.player)
    assert (told.turn, told.pending, told.epoch) == (1, None, 0)
    assert told.state.model_dump_json() == after.model_dump_json()
    assert await author.store.turns(story.id, author.player) == [record]


async def test_a_repeated_act_is_the_same_act(author: Author) -> None:
    story = await author.begin()
    await author.store.accept(story.id, 1, "act-first", "take the axe")
    again = await author.store.accept(story.id, 1, "act-first", "something else")
    assert (again.number, again.words, again.repeated, again.committed) == (1, "take the axe", True, False)
    record, after = tell(story.state, "act-first", "take the axe")
    assert await author.store.commit(story.id, 0, record, after)
    late = await author.store.accept(story.id, 2, "act-first", "take the axe")
    assert (late.number, late.repeated, late.committed, late.status) == (1, True, True, "committed")


async def test_one_act_waits_at_a_time(author: Author) -> None:
    story = await author.begin()
    await author.store.accept(story.id, 1, "act-first", "wait")
    with pytest.raises(Busy) as busy:
        await author.store.accept(story.id, 1, "act-second", "run")
    assert busy.value.pending == Pending("act-first", "wait", 1)
    with pytest.raises(Busy):
        await author.store.undo(story.id, 0, "undo-first")


async def test_an_act_for_another_turn_is_a_conflict(author: Author) -> None:
    story = await author.play(await author.begin(), 2)
    with pytest.raises(Conflict) as conflict:
        await author.store.accept(story.id, 2, "act-late", "wait")
    assert (conflict.value.expected, conflict.value.found) == (1, 2)


async def test_a_commit_is_repeated_without_harm(author: Author) -> None:
    story = await author.begin()
    await author.store.accept(story.id, 1, "act-first", "go on")
    record, after = tell(story.state, "act-first")
    assert await author.store.commit(story.id, 0, record, after) is True
    assert await author.store.commit(story.id, 0, record, after) is False
    changed = record.model_copy(update={"reason": "interrupted"})
    with pytest.raises(Conflict) as conflict:
        await author.store.commit(story.id, 0, changed, after)
    assert (conflict.value.expected, conflict.value.found) == (0, 1)
    assert await author.store.turns(story.id, author.player) == [record]


async def test_what_was_not_accepted_is_not_committed(author: Author) -> None:
    story = await author.begin()
    record, after = tell(story.state, "act-never")
    with pytest.raises(NotPending):
        await author.store.commit(story.id, 0, record, after)
    assert (await author.store.load(story.id, author.player)).turn == 0, "the story's update was rolled back"
    with pytest.raises(ValueError, match="turn 2 is due"):
        await author.store.commit(story.id, 1, record, after)


async def test_a_refused_act_may_be_accepted_again(author: Author) -> None:
    story = await author.begin()
    await author.store.accept(story.id, 1, "act-first", "fly")
    assert await author.store.refuse(story.id, "act-first") is True
    assert await author.store.refuse(story.id, "act-first") is False
    assert (await author.store.load(story.id, author.player)).pending is None
    await author.store.accept(story.id, 1, "act-second", "walk")
    with pytest.raises(Busy):
        await author.store.accept(story.id, 1, "act-first", "fly")
    await author.store.refuse(story.id, "act-second")
    again = await author.store.accept(story.id, 1, "act-first", "fly")
    assert (again.number, again.repeated, again.status) == (1, False, "accepted")


async def test_undo_leads_back_step_by_step(author: Author) -> None:
    story = await author.begin()
    states = [story.state]
    for _ in range(4):
        story = await author.play(story)
        states.append(story.state)
    for turn in (4, 3, 2, 1):
        undone = await author.store.undo(story.id, turn, f"undo-{turn}")
        assert (undone.turn, undone.epoch, undone.repeated) == (turn - 1, 5 - turn, False)
        assert (undone.number, undone.words) == (turn, f"words {turn}")
        assert canonical_json(undone.state) == canonical_json(states[turn - 1])
        loaded = await author.store.load(story.id, author.player)
        assert (loaded.state, loaded.turn, loaded.epoch) == (undone.state, undone.turn, undone.epoch)
        assert [record.number for record in await author.store.turns(story.id, author.player)] == list(
            range(1, turn)
        )
    with pytest.raises(NothingToUndo):
        await author.store.undo(story.id, 0, "undo-nothing")


async def test_a_repeated_undo_takes_back_one_turn_only(author: Author) -> None:
    story = await author.play(await author.begin(), 3)
    first = await author.store.undo(story.id, 3, "undo-once")
    again = await author.store.undo(story.id, 3, "undo-once")
    assert again.repeated
    assert (again.turn, again.epoch, again.state, again.act_id) == (2, 1, first.state, first.act_id)
    with pytest.raises(Conflict):
        await author.store.undo(story.id, 3, "undo-other")


async def test_an_undone_act_is_not_played_again(author: Author) -> None:
    story = await author.play(await author.begin())
    undone = await author.store.undo(story.id, 1, "undo-once")
    again = await author.store.accept(story.id, 1, undone.act_id, "words 1")
    assert (again.repeated, again.committed, again.status) == (True, True, "undone")
    retried = await author.store.accept(story.id, 1, "undo-once", undone.words)
    assert not retried.repeated, "a retry may use the undo's id for its act"
    record, after = tell(undone.state, "undo-once", undone.words)
    assert await author.store.commit(story.id, 0, record, after)
    assert await author.store.turns(story.id, author.player) == [record]


@pytest.mark.parametrize("turn", [None, 0, 1, 2, 4])
async def test_a_branch_has_the_turns_up_to_there(author: Author, turn: int | None) -> None:
    story = await author.begin()
    states = [story.state]
    for _ in range(4):
        story = await author.play(story)
        states.append(story.state)
    await author.store.accept(story.id, 5, "act-pending", "wait")
    branch = await author.store.branch(story.id, author.player, "what if", "act-branch", turn)
    last = 4 if turn is None else turn
    assert branch.id != story.id
    assert (branch.name, branch.turn, branch.epoch, branch.pending) == ("what if", last, 0, None)
    assert branch.state == states[last]
    records = await author.store.turns(branch.id, author.player)
    assert records == (await author.store.turns(story.id, author.player))[:last]
    assert (await author.store.branch(story.id, author.player, "again", "act-branch", 1)).id == branch.id
    played = await author.play(branch, 2)
    assert played.turn == last + 2
    if last:
        await author.store.undo(branch.id, last + 2, "undo-1")
        await author.store.undo(branch.id, last + 1, "undo-2")
        assert (await author.store.undo(branch.id, last, "undo-3")).state == states[last - 1]
    assert (await author.store.load(story.id, author.player)).turn == 4, "the old story stays as it was"


async def test_a_branch_at_no_turn(author: Author) -> None:
    story = await author.play(await author.begin(), 2)
    with pytest.raises(NoSuchTurn, match=r"from 0 .* to 2"):
        await author.store.branch(story.id, author.player, "later", "act-branch", 3)


async def test_a_new_story_is_made_once(author: Author) -> None:
    first = await author.begin("act-new-story")
    await author.play(first)
    again = await author.begin("act-new-story")
    assert (again.id, again.turn) == (first.id, 1)
    assert len(await author.store.list_stories(author.player)) == 1


async def test_the_list_has_the_last_played_first(author: Author) -> None:
    first, second = await author.begin(), await author.begin()
    await author.store.rename(second.id, author.player, "the second")
    await author.play(first, 2)
    await author.store.accept(first.id, 3, "act-pending", "wait")
    lines = await author.store.list_stories(author.player)
    assert [line.id for line in lines] == [first.id, second.id]
    assert (lines[0].world, lines[0].title, lines[0].place, lines[0].turn) == (
        "fjord",
        "The Fjord",
        "shore",
        2,
    )
    assert (lines[0].pending, lines[1].pending, lines[0].name, lines[1].name) == (
        True,
        False,
        None,
        "the second",
    )
    await author.store.delete(first.id, author.player)
    assert [line.id for line in await author.store.list_stories(author.player)] == [second.id]
    with pytest.raises(NotFound):
        await author.store.load(first.id, author.player)

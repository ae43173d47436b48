"""The store's contract, held by the store in memory and by the one on the real Postgres alike."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy.engine import URL

from gamemaster.rules.state import Span, StatePatch, canonical_json, diff
from gamemaster.storage.memory_store import MemoryStore
from gamemaster.storage.postgres_store import PostgresStore
from gamemaster.storage.store import (
    Accepted,
    BadText,
    Busy,
    Conflict,
    NoSuchTurn,
    NotFound,
    NothingToUndo,
    NotPending,
    NotYours,
    PatchBroken,
    Pending,
    StoryStart,
    TooManyStories,
    UnknownPlayer,
)
from tests.databases import database_copy
from tests.examples import examples
from tests.storykit import Author, beginning, tell
from worlds.schema import Boundaries


@pytest.fixture(params=["memory", pytest.param("postgres", marks=pytest.mark.integration)])
def template(request: pytest.FixtureRequest) -> URL | None:
    """The database to copy; None: the store needs none."""
    if request.param == "memory":
        return None
    migrated: URL = request.getfixturevalue("migrated_template")
    return migrated


@pytest.fixture
async def store(template: URL | None) -> AsyncIterator[MemoryStore | PostgresStore]:
    if template is None:
        yield MemoryStore()
        return
    async with database_copy(template) as url:
        postgres = PostgresStore.at(url)
        yield postgres
        await postgres.close()


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
    assert (again.number, again.words, again.repeated, again.is_committed) == (1, "take the axe", True, False)
    record, after = tell(story.state, "act-first", "take the axe")
    assert await author.store.commit(story.id, 0, record, after)
    late = await author.store.accept(story.id, 2, "act-first", "take the axe")
    assert (late.number, late.repeated, late.is_committed, late.status) == (1, True, True, "committed")


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
    assert (again.repeated, again.is_committed, again.status) == (True, True, "undone")
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


@pytest.mark.parametrize("story", ["0" * 32, "not an id", "", "0" * 31 + "g", "'; DROP TABLE stories; --"])
async def test_a_story_that_is_not_there(author: Author, story: str) -> None:
    store = author.store
    record, after = tell(beginning(), "act-first")
    for call in (
        store.load(story, author.player),
        store.turns(story, author.player),
        store.rename(story, author.player, "mine"),
        store.delete(story, author.player),
        store.branch(story, author.player, "mine", "act-branch"),
        store.accept(story, 1, "act-first", "go on"),
        store.commit(story, 0, record, after),
        store.undo(story, 1, "undo-first"),
    ):
        with pytest.raises(NotFound):
            await call


async def test_a_player_has_only_their_own_stories(author: Author) -> None:
    store = author.store
    story = await author.play(await author.begin(), 2)
    stranger = await store.create_player()
    for call in (
        store.load(story.id, stranger),
        store.turns(story.id, stranger),
        store.rename(story.id, stranger, "mine"),
        store.delete(story.id, stranger),
        store.branch(story.id, stranger, "mine", "act-branch"),
    ):
        with pytest.raises(NotYours) as theirs:
            await call
        assert str(theirs.value) == str(NotFound(story.id)), "a stranger cannot tell that it exists"
    assert await store.list_stories(stranger) == []
    assert await store.load(story.id, author.player) == story


async def test_the_same_act_id_of_two_players_is_two_acts(author: Author) -> None:
    other = Author(author.store, await author.store.create_player())
    assert (await author.begin("act-same")).id != (await other.begin("act-same")).id


@pytest.mark.parametrize("player", ["0" * 32, "nobody", ""])
async def test_a_player_who_is_not_there(store: PostgresStore, player: str) -> None:
    assert not await store.has_player(player)
    with pytest.raises(UnknownPlayer):
        await store.create_story(player, StoryStart("fjord", "hash-1", beginning(), "act-first"))


async def test_a_player_who_is_there(author: Author) -> None:
    assert await author.store.has_player(author.player)


async def test_an_answer_is_kept_and_given_anew(store: MemoryStore | PostgresStore) -> None:
    player, other = await store.create_player(), await store.create_player()
    assert await store.consent(player) is None
    await store.set_consent(player, True, 1)
    first = await store.consent(player)
    assert first is not None
    assert (first.allowed, first.text) == (True, 1)
    await store.set_consent(player, False, 2)
    second = await store.consent(player)
    assert second is not None
    assert (second.allowed, second.text) == (False, 2)
    assert second.answered > first.answered
    assert await store.consents([player, other]) == {player: second}
    assert await store.consents([]) == {}


@pytest.mark.parametrize("player", ["0" * 32, "nobody"])
async def test_nobody_answers_for_a_player_who_is_not_there(store: PostgresStore, player: str) -> None:
    with pytest.raises(UnknownPlayer):
        await store.set_consent(player, True, 1)


async def test_a_player_has_so_many_stories(store: MemoryStore | PostgresStore) -> None:
    store.max_stories = 2
    author = Author(store, await store.create_player())
    first, _ = await author.begin("act-first"), await author.begin()
    with pytest.raises(TooManyStories, match="2 stories"):
        await author.begin()
    with pytest.raises(TooManyStories):
        await store.branch(first.id, author.player, "more", "act-branch")
    assert (await author.begin("act-first")).id == first.id, "what was made is found again"
    await store.delete(first.id, author.player)
    await author.begin()


async def test_the_limit_holds_at_once_too(store: MemoryStore | PostgresStore) -> None:
    store.max_stories = 3
    author = Author(store, await store.create_player())
    results = await asyncio.gather(*(author.begin() for _ in range(8)), return_exceptions=True)
    assert sorted(type(result).__name__ for result in results) == ["StoredStory"] * 3 + ["TooManyStories"] * 5


@pytest.mark.parametrize(
    ("text", "problem"),
    [("a\0b", "NUL"), ("a\ud800b", "surrogate pair at character 1"), ("\udfff", "surrogate")],
)
async def test_a_text_that_cannot_be_kept(author: Author, text: str, problem: str) -> None:
    story = await author.begin()
    with pytest.raises(BadText, match=f"your words .*{problem}"):
        await author.store.accept(story.id, 1, "act-first", text)
    with pytest.raises(BadText, match=f"the name .*{problem}"):
        await author.store.rename(story.id, author.player, text)
    with pytest.raises(BadText, match=f"the name .*{problem}"):
        await author.store.branch(story.id, author.player, text, "act-branch")
    with pytest.raises(BadText, match=f"the act id .*{problem}"):
        await author.store.accept(story.id, 1, text, "go on")
    assert (await author.store.load(story.id, author.player)).pending is None


@pytest.mark.parametrize("name", ["", "x" * 61])
async def test_a_name_of_no_good_length(author: Author, name: str) -> None:
    story = await author.begin()
    with pytest.raises(BadText, match="1 to 60 are allowed"):
        await author.store.rename(story.id, author.player, name)


async def test_a_nul_in_a_record_or_a_state_is_named(author: Author) -> None:
    story = await author.begin()
    await author.store.accept(story.id, 1, "act-first", "go on")
    record, after = tell(story.state, "act-first")
    told = record.model_copy(update={"spans": [Span(kind="narration", text="a\0b")]})
    with pytest.raises(BadText, match=r"the turn's record\.spans\[0\]\.text has a NUL"):
        await author.store.commit(story.id, 0, told, after)
    with pytest.raises(BadText, match=r"the state\.focus\.it has a NUL"):
        await author.store.commit(story.id, 0, record, after.model_copy(update={"focus": {"it": "\0"}}))
    backslash = record.model_copy(update={"spans": [Span(kind="narration", text="the characters \\u0000")]})
    assert await author.store.commit(story.id, 0, backslash, after)
    assert await author.store.turns(story.id, author.player) == [backslash]


@given(
    words=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=200),
    key=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20),
)
@example(words="", key="")
@example(words="\\u0000 \\x00 %s {0} $1 :name ' \" \\ ; --", key="\u2028\ufeff\uffff\U0010ffff")
@examples(0.6)
async def test_any_words_come_back_as_they_were(author: Author, words: str, key: str) -> None:
    story = await author.begin()
    await author.store.accept(story.id, 1, "act-first", words)
    pending = (await author.store.load(story.id, author.player)).pending
    assert pending == Pending("act-first", words, 1)
    record, after = tell(story.state, "act-first", words)
    after.focus[key] = words
    record = record.model_copy(
        update={"patch": diff(story.state, after), "spans": [Span(kind="speech", speaker=key, text=words)]}
    )
    await author.store.commit(story.id, 0, record, after)
    assert await author.store.turns(story.id, author.player) == [record]
    assert (await author.store.load(story.id, author.player)).state == after
    assert (await author.store.undo(story.id, 1, "undo-first")).state == story.state
    await author.store.delete(story.id, author.player)


async def test_of_many_acts_at_once_one_is_accepted(author: Author) -> None:
    story = await author.begin()
    results = await asyncio.gather(
        *(author.store.accept(story.id, 1, f"act-race-{n % 5}", "go") for n in range(15)),
        return_exceptions=True,
    )
    accepted = [result for result in results if isinstance(result, Accepted)]
    assert [result.repeated for result in accepted].count(False) == 1
    assert len(accepted) == 3, "one act, thrice"
    assert all(isinstance(result, Busy) for result in results if not isinstance(result, Accepted))


async def test_a_commit_and_a_refusal_at_once_are_one_or_the_other(author: Author) -> None:
    for _ in range(8):
        story = await author.begin()
        await author.store.accept(story.id, 1, "act-first", "go on")
        record, after = tell(story.state, "act-first")
        committed, refused = await asyncio.gather(
            author.store.commit(story.id, 0, record, after),
            author.store.refuse(story.id, "act-first"),
            return_exceptions=True,
        )
        stored = await author.store.load(story.id, author.player)
        if refused:
            assert isinstance(committed, NotPending)
            assert (stored.turn, stored.state) == (0, story.state)
        else:
            assert committed is True
            assert (stored.turn, stored.state) == (1, after)


async def test_the_same_new_story_at_once_is_one(author: Author) -> None:
    made = await asyncio.gather(*(author.begin("act-same") for _ in range(8)))
    assert len({story.id for story in made}) == 1
    branches = await asyncio.gather(
        *(author.store.branch(made[0].id, author.player, "b", "act-branch") for _ in range(8))
    )
    assert len({story.id for story in branches}) == 1


async def test_an_undo_and_an_act_at_once_leave_one_history(author: Author) -> None:
    story = await author.play(await author.begin(), 1)
    for number in range(8):
        act_id = f"act-race-{number}"
        undone, accepted = await asyncio.gather(
            author.store.undo(story.id, 1, f"undo-race-{number}"),
            author.store.accept(story.id, 2, act_id, "go"),
            return_exceptions=True,
        )
        if isinstance(accepted, Accepted):
            assert isinstance(undone, Busy)
            assert await author.store.refuse(story.id, act_id)
        else:
            assert isinstance(accepted, Conflict)
            assert not isinstance(undone, BaseException)
            story = await author.play(await author.store.load(story.id, author.player))


async def test_turns_are_read_in_pages(author: Author) -> None:
    story = await author.play(await author.begin(), 7)

    async def numbers(before: int | None = None, limit: int = 50) -> list[int]:
        return [record.number for record in await author.store.turns(story.id, author.player, before, limit)]

    assert await numbers() == [1, 2, 3, 4, 5, 6, 7]
    assert await numbers(limit=3) == [5, 6, 7]
    assert await numbers(before=5, limit=3) == [2, 3, 4]
    assert await numbers(before=1) == await numbers(before=-5) == []
    assert await numbers(before=10**20, limit=1) == [7]
    for limit in (0, -1, 1001):
        with pytest.raises(ValueError, match="limit must be 1 to 1000"):
            await numbers(limit=limit)


async def test_a_patch_that_does_not_lead_back(author: Author) -> None:
    story = await author.begin()
    await author.store.accept(story.id, 1, "act-first", "go on")
    record, after = tell(story.state, "act-first")
    short = StatePatch(changes=[change for change in record.patch.changes if change.path != ["minutes"]])
    await author.store.commit(story.id, 0, record.model_copy(update={"patch": short}), after)
    with pytest.raises(PatchBroken, match="another state"):
        await author.store.undo(story.id, 1, "undo-first")
    loaded = await author.store.load(story.id, author.player)
    assert (loaded.turn, loaded.epoch, loaded.state) == (1, 0, after), "nothing was changed"
    odd = after.model_copy(update={"minutes": 99, "turn": 2})
    await author.store.accept(story.id, 2, "act-second", "go on")
    wrong = record.model_copy(update={"number": 2, "act_id": "act-second"})
    await author.store.commit(story.id, 1, wrong, odd)
    with pytest.raises(PatchBroken, match="does not fit at"):
        await author.store.undo(story.id, 2, "undo-second")


async def test_what_is_taken_back_is_marked_for_every_host(author: Author) -> None:
    store, player = author.store, author.player
    story = await author.begin()
    await store.delete(story.id, player)
    forgotten = await store.mark_forgotten(player)
    found = await store.erasures()
    assert [(one.player, one.story, one.account) for one in found] == [
        (player, story.id, False),
        (player, None, False),
    ]
    assert found[1] == forgotten
    assert await store.erasures(forgotten.at) == [one for one in found if one.at >= forgotten.at]


async def test_a_player_is_deleted_with_all_stories(author: Author) -> None:
    store, player = author.store, author.player
    story = await author.begin()
    await store.set_consent(player, True, 1)
    other = await store.create_player()
    made = await store.delete_player(player)
    assert (made.player, made.story, made.account) == (player, None, True)
    assert not await store.has_player(player)
    assert await store.has_player(other)
    assert await store.consents([player]) == {}
    with pytest.raises(NotFound):
        await store.load(story.id, player)
    with pytest.raises(UnknownPlayer):
        await store.delete_player(player)


async def test_a_players_lines_come_with_their_stories(author: Author) -> None:
    store, player = author.store, author.player
    story = await author.begin()
    assert (await store.load(story.id, player)).boundaries is None
    drawn = Boundaries(avoid=("gore",), violence="mild")
    await store.set_boundaries(player, drawn)
    other = await store.create_player()
    assert await store.boundaries([player, other]) == {player: drawn}
    loaded = await store.load(story.id, player)
    assert (loaded.boundaries, loaded.state.boundaries) == (drawn, None)
    await store.set_boundaries(player, None)
    assert await store.boundaries([player]) == {}
    assert (await store.load(story.id, player)).boundaries is None
    with pytest.raises(UnknownPlayer):
        await store.set_boundaries("f" * 32, drawn)

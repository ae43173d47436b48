"""The prefix benchmark's pure parts: pieces, what is computed twice, and the order of other programs' prompts."""

import json
from itertools import pairwise

import pytest

from benchmarks.prefix import by_story, common_head, in_order, known_before, rows_of, turns_of
from benchmarks.prompt_pools.layouts import (
    LAYOUTS,
    NOTE_DEPTH,
    Asked,
    Piece,
    StoryTold,
    TurnTold,
    cost,
    cut,
    mantella,
    sillytavern,
    talemate,
)
from benchmarks.prompt_pools.prefix_cache import read
from benchmarks.prompt_pools.prefix_pool import players_for, unpack_stories

HEAD = Piece("head", (1, 2, 3))
ASK, REPLY, NEXT = Piece("1/ask", (4, 5)), Piece("1/told", (6, 7, 8)), Piece("2/ask", (9,))
FIRST = Asked(1, (HEAD, ASK), REPLY.ids, REPLY)


def encode(text: str) -> tuple[int, ...]:
    """A token for each word."""
    return tuple(sum(word.encode()) for word in text.split())


def story(turns: int = 12) -> StoryTold:
    told = "The bay is grey and nothing moves on the water today, but for the gulls."
    return StoryTold(
        head=("The rules.", "The world.", "The cast."),
        lore=((("harbour",), "The harbour silted up in the year of the comet."),),
        lines=("Ona: No.", "Ona: Perhaps.", "Ulf: Never.", "Ulf: Ask her.", "Ulf: I slept."),
        turns=tuple(
            TurnTold(n, f"look at the {'harbour' if n == 5 else 'sky'} number{n}", f"{told} {n}")
            for n in range(1, turns + 1)
        ),
    )


def keys(asked: Asked) -> list[str]:
    return [piece.key for piece in asked.pieces]


def test_a_prompt_is_cut_along_the_known_one_that_fits_best() -> None:
    known = [[HEAD, Piece("other", (9, 9))], [HEAD, ASK, REPLY, NEXT]]
    assert cut((1, 2, 3, 4, 5), known, "rest") == (HEAD, ASK)
    assert cut((1, 2, 3, 4, 5, 6, 0), known, "rest") == (HEAD, ASK, Piece("rest", (6, 0)))
    assert cut((7, 7), known, "rest") == (Piece("rest", (7, 7)),)


def test_what_grows_is_computed_once() -> None:
    second = Asked(2, (HEAD, ASK, REPLY, NEXT), (0,))
    figures = cost([[FIRST, second]], [[0, 8]])
    assert (figures.hit, figures.prefilled_per_turn, figures.recomputed_per_turn) == (8 / 9, 1, 0)
    assert figures.previous_reply_tokens == 3


def test_what_moved_is_computed_again() -> None:
    """Something new before them: the question and the reply were known, and are lost behind it."""
    second = Asked(2, (HEAD, Piece("lore", (0, 0)), ASK, REPLY, NEXT), (0,))
    figures = cost([[FIRST, second]], [[0, 3]])
    assert figures.prefilled_per_turn == 8
    assert figures.recomputed_per_turn == len(ASK.ids) + len(REPLY.ids)


def test_a_reply_counts_behind_its_template_and_another_wording_does_not() -> None:
    templated = Asked(2, (HEAD, ASK, Piece(REPLY.key, (0, *REPLY.ids))), (0,))
    assert cost([[FIRST, templated]], [[0, 5]]).recomputed_per_turn == len(REPLY.ids)
    reworded = Asked(2, (HEAD, ASK, Piece(REPLY.key, (6, 7, 9))), (0,))
    assert cost([[FIRST, reworded]], [[0, 5]]).recomputed_per_turn == 0


def test_without_a_second_turn_there_is_no_figure() -> None:
    with pytest.raises(ValueError, match="no story has a second turn"):
        cost([[FIRST]], [[0]])


def test_a_note_stays_so_deep_and_lore_comes_and_goes_before_the_cards() -> None:
    asked = sillytavern(story(), encode, 4000)
    assert [keys(one).index("note") - len(one.pieces) for one in asked[3:]] == [-NOTE_DEPTH - 1] * 9
    assert [one.turn for one in asked if "lore/0" in keys(one)] == [5, 6]
    assert keys(asked[4])[:3] == ["head/0", "lore/0", "head/1"]


def test_memories_and_examples_stand_before_a_history_whose_head_slides() -> None:
    roomy, tight = talemate(story(), encode, 4000), talemate(story(), encode, 900 + 120)
    assert keys(roomy[-1])[-1] == keys(tight[-1])[-1] == "12/words"
    assert "1/words" in keys(roomy[-1])
    assert "1/words" not in keys(tight[-1])
    drawn = [tuple(key for key in keys(one) if key.startswith("example")) for one in roomy]
    assert len(set(drawn)) > 3
    assert drawn == [
        tuple(key for key in keys(one) if key.startswith("example"))
        for one in talemate(story(), encode, 4000)
    ]


def test_append_only_grows_until_nine_tenths_become_a_summary() -> None:
    asked = mantella(story(), encode, 150)
    summaries = [[key for key in keys(one) if key.startswith("summary")] for one in asked]
    assert summaries[0] == []
    assert len({key for one in summaries for key in one}) >= 1
    for one, other in pairwise(asked):
        if keys(one)[3:4] == keys(other)[3:4]:
            assert other.prompt[: len(one.prompt)] == one.prompt


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_layout_asks_once_a_turn_with_the_players_words_last(name: str) -> None:
    asked = LAYOUTS[name](story(), encode, 4000)
    assert [one.turn for one in asked] == list(range(1, 13))
    assert [keys(one)[-1] for one in asked] == [f"{turn}/words" for turn in range(1, 13)]
    assert all(one.reply is not None and one.written == one.reply.ids for one in asked)


def test_players_play_side_by_side_and_their_requests_come_back_as_they_went() -> None:
    stories = [mantella(story(3), encode, 4000), [FIRST, Asked(2, (HEAD, ASK, REPLY, NEXT), (0,))]]
    assert in_order(stories) == [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]
    rows = json.loads(json.dumps(rows_of(stories)))
    assert [tuple(prompt) for prompt, _ in read(rows)] == [stories[s][r].prompt for s, r in in_order(stories)]
    assert rows[3]["shared"] == len(FIRST.prompt)
    assert by_story(stories, [10, 20, 30, 40, 50]) == [[10, 30, 50], [20, 40]]


def test_a_bounded_pool_is_played_with_what_players_asked() -> None:
    """Summaries are no part of it, and what stands before a turn is known when the turn before is over."""
    summary = Asked(1, (HEAD, ASK, REPLY), (0,))
    second = Asked(2, (HEAD, ASK, REPLY, NEXT), (5, 5), Piece("2/outcome", (5,)))
    told = Asked(2, (HEAD, ASK, REPLY, NEXT, Piece("2/outcome", (5,))), (6,), Piece("2/told", (6,)))
    turns = turns_of([FIRST, summary, second, told])
    assert [(turn["turn"], turn["ahead"], len(turn["asked"])) for turn in turns] == [(1, 0, 1), (2, 8, 2)]
    assert known_before(told) == known_before(second) == 8
    (back,) = unpack_stories([json.loads(json.dumps(turns))])
    prompts = [asked["prompt"] for turn in back for asked in turn["asked"]]
    assert prompts == [list(asked.prompt) for asked in (FIRST, second, told)]
    assert players_for([back], 3, 1.0) == round((100_000 - 3) / ((2 + 7) / 2))


def test_the_head_is_what_all_stories_begin_with() -> None:
    other = Asked(1, (HEAD, Piece("1/ask", (4, 9))), (0,), REPLY)
    assert common_head([[FIRST], [other]]) == 4
    assert common_head([[FIRST]]) == 5

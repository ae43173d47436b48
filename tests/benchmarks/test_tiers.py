"""The tiers' knee, where the ladder steps in, and when it is over: found from the rows alone."""

from benchmarks.tiers import Tier, chart, knee_of, ladder_of, tier_of
from gamemaster.replay.run import Run, RunTurn


def tier(players: int, goodput: float, good: float = 1.0, lost: int = 0, **steps: float) -> Tier:
    return Tier(players, 100, goodput, good, lost, {}, steps)


def test_the_knee_is_the_last_tier_that_gives_each_player_what_the_first_gives() -> None:
    assert knee_of([tier(10, 1.0), tier(50, 4.9), tier(100, 9.1), tier(200, 12.0), tier(400, 40.0)]) == 100
    assert knee_of([tier(10, 1.0), tier(20, 1.0)]) == 10
    assert knee_of([tier(10, 0.0), tier(20, 1.0)]) is None
    assert knee_of([]) is None


def test_the_ladder_steps_in_with_the_first_turn_in_a_hundred() -> None:
    tiers = [tier(10, 1.0), tier(50, 5.0, short_reasoning=0.009), tier(100, 9.0, understudy=0.02)]
    assert ladder_of(tiers) == 100
    assert ladder_of(tiers[:2]) is None


def test_a_tier_breaks_by_bad_turns_or_by_a_lost_one() -> None:
    assert not tier(10, 1.0, good=0.5).broke
    assert tier(10, 1.0, good=0.49).broke
    assert tier(10, 1.0, lost=1).broke


def test_a_row_has_each_objectives_share_and_the_ladders_of_a_models_turns() -> None:
    turns = [RunTurn(session=0, turn=at, words="look", missed=["gap"] if at < 2 else []) for at in range(8)]
    metrics: dict[str, float | None] = {
        "turns": 8.0,
        "goodput": 0.6,
        "good_share": 0.75,
        "lost": 0.0,
        "doubled": 1.0,
    }
    run = Run(kind="drive", title="", started="", seconds=10.0, metrics=metrics, turns=turns)
    row = tier_of(run, 4, {"none": 3.0, "full": 3.0, "short_answer": 1.0})
    assert (row.shares["gap"], row.shares["committed"]) == (0.75, 1.0)
    assert row.steps == {"short_reasoning": 0.0, "short_answer": 0.25, "understudy": 0.0}
    assert row.broke, "one is doubled"


def test_the_chart_ends_where_the_first_narrator_broke() -> None:
    drawn = chart({"understudy": [tier(10, 1.0), tier(20, 2.0)], "scripted": [tier(10, 0.5)]})
    assert 'x-axis "players" [10]' in drawn
    assert drawn.count("line [") == 2
    assert drawn.startswith("```mermaid")

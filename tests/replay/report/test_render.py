"""The report's parts: figures and verdicts in words, series, two runs matched, a file that nothing breaks out of."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gamemaster.cli.main import app
from gamemaster.replay.compare.compare import metrics_of
from gamemaster.replay.report.diff import beside
from gamemaster.replay.report.figures import Figure, change_told, figures_of, most_changed, with_unit
from gamemaster.replay.report.gate import gate
from gamemaster.replay.report.page_data import CHUNK, chunks_of, index_of
from gamemaster.replay.report.render import compared_summary, report_html, summary_data, terminal_summary
from gamemaster.replay.report.series import MOST_STEPS, series_of
from gamemaster.replay.report.thresholds import read_thresholds
from gamemaster.replay.report.turn_labels import fault_of, worst_turns
from gamemaster.replay.report.verdict import verdict_of
from gamemaster.replay.run import Run, RunError, RunSession, RunTurn, Violation, read_run
from tests.runkit import driven_run, generate_run, run_of_pairs

HOSTILE = (
    "</script><script>document.title='broken'</script><!-- <img src=x onerror=alert(1)> {{script}} \u2028 ]]>"
)


def verify_run(diverged: int = 0) -> Run:
    turns = [
        RunTurn(
            session=0, turn=7, words="open the door", differs=["referee"], error="DIVERGED a\n  stage referee"
        )
    ]
    return Run(
        kind="verify", title="14 recordings played again", started="2026-11-21T07:15:00+00:00", seconds=3.0,
        metrics={"sessions": 14, "turns": 412, "lines": 9312, "diverged": diverged, "failed": 0},
        sessions=[RunSession(id="a" * 32, file="a.jsonl.zst", world="lighthouse", turns=12)], turns=turns[:diverged],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("cached_share", 0.9321, "93.2 %"), ("first_visible_p95_ms", 1240.4, "1,240 ms"), ("x_ms", 61_200.0, "61.2 s"),
        ("length_ratio", 1.5, "1.50 ×"), ("prompt_tokens", 1234567.0, "1,234,567"), ("goodput", 12.345, "12.35"),
        ("lost", 0.0, "0"), ("seconds", 61.0, "61.0 s"), ("rtf_worst", None, "not known"),
    ],
)  # fmt: skip
def test_figures_are_told_with_their_units(name: str, value: float | None, text: str) -> None:
    assert with_unit(name, value) == text


@pytest.mark.parametrize(
    ("name", "good", "before", "now", "turned", "change"),
    [
        ("violations", "less", 0, 3, "worse", "+3"),
        ("cached_share", "more", 0.5, 0.75, "better", "+25.0 points"),
        ("length_ratio", "one", 0.5, 1.2, "better", "+140 %"),
        ("length_ratio", "one", 1.2, 0.5, "worse", "-58 %"),
        ("prompt_tokens", "", 10, 20, "other", "+100 %"),
        ("lost", "less", 2, 2, "same", "the same"),
        ("lost", "less", None, 2, "other", ""),
        ("length_ratio", "one", 0.99, 1.02, "same", "+3 %"),
        ("length_ratio", "one", 1.0, 1.2, "worse", "+20 %"),
        ("vocabulary_drift", "less", 0.002, 0.31, "worse", "+0.31"),
        ("vocabulary_drift", "less", 0.31, 0.21, "better", "-0.10"),
        ("prompt_tokens", "", 0, 1_520_000, "other", "+1,520,000"),
    ],
)
def test_which_way_a_figure_went(
    name: str, good: Any, before: float | None, now: float, turned: str, change: str
) -> None:
    figure = Figure(name, name, good, before, now)
    assert (figure.direction, change_told(figure)) == (turned, change)


def test_figures_of_then_come_from_the_recorded_sides() -> None:
    run = generate_run(100)
    known = {figure.name: figure for figure in figures_of(run)}
    assert known["cached_share"].before == pytest.approx(0.9)
    middle = known["first_visible_p50_ms"]
    assert middle.before is not None
    assert middle.now is not None
    assert middle.now > middle.before
    assert most_changed(known.values())[0].name.startswith("first_visible")
    assert all(figure.before is None for figure in figures_of(driven_run()))


def test_a_good_run_is_called_good_and_a_bad_one_bad_by_name() -> None:
    good = run_of_pairs(("It is cold.", "It is cold.")).model_copy(deep=True)
    good.turns[0].differs = []
    assert verdict_of(good).mood == "good"
    bad = generate_run(400, faults=0.1)
    verdict = verdict_of(bad)
    found = sum(len(turn.violations) for turn in bad.turns)
    assert verdict.mood == "bad"
    assert verdict.headline.startswith(f"{found} violations in {found} of ")
    assert "branched" not in verdict.headline
    assert any("the story would have gone elsewhere" in sentence for sentence in verdict.sentences)


def test_verified_and_driven_runs_have_verdicts_of_their_own() -> None:
    assert verdict_of(verify_run()).headline == "All 14 recordings came out byte for byte the same."
    diverged = verdict_of(verify_run(1))
    assert diverged.mood == "bad"
    assert "a.jsonl.zst, turn 7, in referee" in diverged.sentences[0]
    assert (
        verdict_of(driven_run(missed=())).headline
        == "No turn was lost or doubled; 100.0 % met every objective."
    )
    lost = driven_run()
    lost.metrics["lost"] = 2
    assert (verdict_of(lost).mood, verdict_of(lost).headline) == ("bad", "2 lost of 400 turns.")
    nothing = run_of_pairs()
    assert verdict_of(nothing).mood == "bad"


def test_the_terminal_has_about_a_dozen_lines() -> None:
    for run in (generate_run(500), driven_run(), verify_run(), verify_run(1)):
        lines = terminal_summary(run).splitlines()
        assert 2 <= len(lines) <= 20
        assert lines[0].startswith(run.kind)
    assert "s1t7 “open the door”: DIVERGED a" in terminal_summary(verify_run(1))


def test_what_models_wrote_stays_on_its_line_of_the_terminal() -> None:
    run = run_of_pairs(*[("It is cold.", "You take\nthe moon. " * 20)] * 30)
    for turn in run.turns:
        turn.violations = [
            Violation(kind="canon", text="You take\nthe moon. " * 20, why="it is\nnot here " * 40)
        ]
    lines = terminal_summary(run).splitlines()
    assert len(lines) < 20
    assert all(len(line) < 200 for line in lines)


def test_the_worst_turns_show_each_sort_of_fault_before_a_second_of_any() -> None:
    run = generate_run(60, faults=0)
    for at in (3, 4, 5):
        run.turns[at].error = "EngineLost: it died"
    run.turns[40].violations = [Violation(kind="canon", text="It", why="no")]
    assert [turn.turn for turn in worst_turns(run, 2)] == [run.turns[3].turn, run.turns[40].turn]
    assert len(worst_turns(run, 4)) == 4


def test_series_have_few_steps_however_long_a_run_is() -> None:
    for run in (generate_run(10_00), driven_run(), generate_run(4)):
        steps = series_of(run)["steps"]
        assert 1 <= len(steps) <= MOST_STEPS
        assert sum(step["turns"] for step in steps) == len(run.turns)
        for step in steps:
            assert 0 <= step["first"] < len(run.turns)
    assert series_of(driven_run())["axis"] == "second of the run"
    assert series_of(run_of_pairs())["steps"] == []


def test_series_follow_what_changes_in_the_course_of_a_story() -> None:
    run = run_of_pairs(
        *[("one two three four", "one two three four")] * 5, *[("one two", "eight nine ten eleven")] * 5
    )
    steps = series_of(run)["steps"]
    assert [step["drift"] for step in steps] == [0.0] * 5 + [1.0] * 5
    assert steps[0]["length_ratio"] == 1.0
    assert steps[9]["length_ratio"] == 3.0


def test_two_runs_are_matched_by_session_turn_and_how_often_it_was_told() -> None:
    run, other = run_of_pairs(*[("a", "b")] * 4), run_of_pairs(*[("a", "b")] * 3)
    run.turns[2].turn = other.turns[2].turn = 2  # taken back, and told again
    canon = Violation(kind="canon", text="b", why="no")
    run.turns[0].violations = [canon, canon.model_copy(update={"side": "then"})]
    run.turns[1].violations = [canon]
    other.turns[1].violations = [canon, canon]
    other.turns[2].violations = [Violation(kind="secret", text="b", why="no")]
    two = beside(run, other)
    assert (len(two.turns), two.only_there, two.new_count, two.gone_count) == (3, 0, 1, 2)
    assert [len(two.turns[at].new) for at in range(3)] == [1, 0, 0]
    assert [[v.kind for v in two.turns[at].gone] for at in range(3)] == [[], ["canon"], ["secret"]]
    assert "1 new violation, 2 gone" in compared_summary(run, other)


def test_the_index_has_a_row_for_every_turn_and_the_chunks_have_them_all() -> None:
    run = generate_run(CHUNK * 2 + 7)
    index = index_of(run, None)
    columns = (
        "session",
        "turn",
        "words",
        "bad",
        "differs",
        "branched",
        "kinds",
        "missed",
        "error",
        "first",
        "new",
    )
    assert {len(index[name]) for name in columns} == {len(run.turns)}
    chunks = list(chunks_of(run, None))
    assert [len(chunk) for chunk in chunks] == [CHUNK, CHUNK, 7]
    assert chunks[2][6]["words"] == run.turns[-1].words


def unpack(element: str) -> Any:
    return json.loads(zlib.decompress(base64.b64decode(element)))


def test_what_players_and_models_wrote_cannot_break_out_of_the_page() -> None:
    run = run_of_pairs((HOSTILE, HOSTILE), title=HOSTILE, command=HOSTILE, notes=[HOSTILE], errors={HOSTILE: 2},
                   stamps={HOSTILE: {HOSTILE: HOSTILE}})  # fmt: skip
    run.turns[0].words, run.turns[0].error, run.turns[0].missed = HOSTILE, HOSTILE, [HOSTILE]
    run.turns[0].violations = [Violation(kind=HOSTILE, text=HOSTILE, why=HOSTILE)]
    run.sessions[0] = RunSession(id=HOSTILE, file=HOSTILE, world=HOSTILE, turns=1, note=HOSTILE)
    run.metrics[HOSTILE] = 3.0
    html = report_html(run, run, gate(run, run, read_thresholds()))
    assert html.count("<script") == 3, "the index, one chunk, and the page's own"
    assert html.count("</script>") == 3
    assert "<img" not in html
    assert "<!--" not in html
    [index, chunk, script] = re.findall(r"<script[^>]*>(.*?)</script>", html, re.DOTALL)
    assert unpack(index)["sessions"][0]["world"] == HOSTILE
    assert unpack(chunk)[0]["violations"][0]["text"] == HOSTILE
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src &#39;sha256-{digest}&#39;" in html
    assert "default-src &#39;none&#39;" in html
    assert "unsafe" not in html


def test_half_a_character_makes_no_page_impossible() -> None:
    run = run_of_pairs(("fine", "broken \ud83d"))
    assert "report" not in report_html(run)[:15]


def test_a_page_names_nothing_outside_itself() -> None:
    html = report_html(generate_run(20), generate_run(20))
    addresses = set(re.findall(r"https?://[^\s\"'<)]+", html))
    assert addresses == {"http://www.w3.org/2000/svg"}, "a name, which nothing is loaded from"
    assert not re.search(r"\b(?:src|href)=(?!\"#)", html)


def test_a_gate_that_failed_is_in_the_page_with_links_to_its_turns() -> None:
    run, good = generate_run(60, faults=0), generate_run(60, faults=0)
    run.turns[8].violations = [Violation(kind="canon", text="It", why="no")]
    run.metrics = metrics_of(run.turns)
    html = report_html(run, gate=gate(run, good, read_thresholds()))
    assert '<h2>The gate: <span class="bad">failed</span></h2>' in html
    assert '<a href="#s1t9">s1t9</a>' in html
    assert summary_data(run, good, gate(run, good, read_thresholds()))["gate"]["passed"] is False


def test_the_commands_write_a_page_print_a_summary_and_hold_the_gate(tmp_path: Path) -> None:
    good, bad = generate_run(60, faults=0), generate_run(60, faults=0.3)
    for name, run in (("good", good), ("bad", bad)):
        (tmp_path / f"{name}.json").write_text(run.model_dump_json(), encoding="utf-8")

    def command(*words: str) -> Any:
        files = [str(tmp_path / word) if word.endswith((".json", ".html")) else word for word in words]
        return CliRunner().invoke(app, ["replay", *files])

    made = command("report", "bad.json", "--against", "good.json", "--baseline", "good.json")
    assert made.exit_code == 0, made.output
    page = (tmp_path / "bad.html").read_text(encoding="utf-8")
    assert "violations in" in page
    assert "Against “" in page
    assert command("report", "good.json", "--text").output.startswith("regenerate: ")
    assert not (tmp_path / "good.html").exists()
    assert json.loads(command("report", "good.json", "--json").stdout)["kind"] == "regenerate"
    assert command("gate", "good.json", "--baseline", "good.json").exit_code == 0
    failed = command("gate", "bad.json", "--baseline", "good.json", "--json")
    assert failed.exit_code == 1
    assert json.loads(failed.stdout)["passed"] is False
    assert command("gate", "good.json").exit_code == 1, "its limits need a baseline"
    assert command("gate", "--print-thresholds").stdout.startswith("# What")
    missing = command("report", "none.json")
    assert missing.exit_code == 1
    assert "--out FILE.json" in missing.output


@pytest.mark.parametrize(
    ("text", "says"), [("# A title", "it is no JSON"), ("[]", "no JSON"), ('{"kind": "drive"}', "'title'")]
)
def test_a_file_that_holds_no_run_is_told_in_plain_words(text: str, says: str) -> None:
    with pytest.raises(RunError, match=says) as raised:
        read_run(text, "README.md")
    assert "validation" not in str(raised.value)


def test_another_narrator_is_named_and_its_tokens_are_no_change() -> None:
    run = run_of_pairs(("It is cold.", "It is cold."), ("It is warm.", "It is warm."))
    before = Figure("completion_tokens", "written tokens", "", 29_248, 0)
    assert not any("another narrator" in text for text in verdict_of(run).sentences)
    assert most_changed([before, Figure("length_ratio", "length", "one", 1.0, 0.5)])[0].name == "length_ratio"
    assert most_changed([before]) == []
    then = run.turns[1].then
    assert then is not None
    run.turns[1].then = then.model_copy(update={"narrator": "understudy"})
    told = next(text for text in verdict_of(run).sentences if "another narrator" in text)
    assert told.startswith("1 turn was told by another narrator then")


def test_what_came_out_otherwise_is_counted_and_alike_named() -> None:
    run = run_of_pairs(
        ("Nobody came.", "No one came."), ("It is warm.", "It is warm."), ("Nobody.", "No one.")
    )
    run.turns[1].differs = []
    run.metrics["vocabulary_drift"] = 0.0
    told = verdict_of(run).sentences
    assert "2 of 3 turns came out otherwise, in: text 2." in told
    assert any(text.startswith("Alike: text: “Nobody” → “No one” (1 turn, first s1t1)") for text in told)
    assert verdict_of(run).mood == "good", "a model's words are by chance"
    for turn in run.turns:
        for name in ("then", "now"):
            side = getattr(turn, name)
            setattr(turn, name, side.model_copy(update={"narrator": "understudy"}))
    assert verdict_of(run).mood == "look", "the understudy's are not"


def test_why_a_turn_branched_is_told_by_its_rulings_or_by_the_state() -> None:
    run = run_of_pairs(("It is cold.", "It is cold."), ("It is warm.", "It is warm."))
    moved, stayed = (turn.model_copy(update={"branched": True}) for turn in run.turns)
    for turn, side, changes in (
        (moved, "then", {"changed": ["You are in the hall"]}),
        (moved, "now", {"rejected": ["The door is shut."]}),
        (stayed, "then", {"state": ["lines.ulf.0: nothing → 4", "minutes: 5 → 6", "turn: 1 → 2"]}),
        (stayed, "now", {"state": ["minutes: 5 → 7", "turn: 1 → 2"]}),
    ):
        setattr(turn, side, getattr(turn, side).model_copy(update=changes))
    assert fault_of(moved) == "branched: then: You are in the hall; now: refused: The door is shut."
    assert fault_of(stayed) == "branched: then: lines.ulf.0: nothing → 4; now: minutes: 5 → 7"

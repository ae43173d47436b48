"""The report in a real browser: ten thousand turns to filter, search, sort and link to, and nothing that acts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from gamemaster.replay.report.baseline import answer_digest
from gamemaster.replay.report.gate import gate
from gamemaster.replay.report.render import report_html
from gamemaster.replay.report.reviews import read_reviews
from gamemaster.replay.report.thresholds import read_thresholds
from gamemaster.replay.run import Run, RunTurn, Violation
from tests.runkit import driven_run, generate_run, run_of_pairs

MANY = 10_000
HOSTILE = (
    "</script><script>document.title='broken'</script><!-- <img src=x onerror=\"document.title='broken'\">"
)
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, Path]:
    """A run of ten thousand turns, one of which says something that no other does; and its page."""
    run = generate_run(MANY)
    at = run.turns[6543]
    assert at.now is not None
    at.now.spans[0].text += " The kittiwake had Tuesday in its beak."
    path = tmp_path_factory.mktemp("report") / "many.html"
    path.write_text(report_html(run), encoding="utf-8")
    return run, path


@pytest.fixture
def open_report(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens a run's page, or a file; at the end nothing may have been said in the console, nor asked of any network."""
    said: list[str] = []
    with ExitStack() as stack:

        def open_page(shown: str | Path, anchor: str = "", **context: Any) -> Page:
            path = shown if isinstance(shown, Path) else tmp_path / "report.html"
            if isinstance(shown, str):
                path.write_text(shown, encoding="utf-8")
            around = stack.enter_context(browser.new_context(**context))
            page = around.new_page()
            page.on("console", lambda message: said.append(message.text))
            page.on("pageerror", lambda error: said.append(str(error)))
            page.on(
                "request",
                lambda request: said.append(request.url) if not request.url.startswith("file:") else None,
            )
            page.goto(path.as_uri() + anchor)
            expect(page.locator("html")).to_have_attribute("data-ready", "")
            return page

        yield open_page
        assert said == []


def name_of(turn: RunTurn) -> str:
    return f"s{turn.session + 1}t{turn.turn}"


def rows(page: Page) -> list[str]:
    return page.locator(".row .name").all_inner_texts()


def test_ten_thousand_turns_are_listed_few_at_a_time(many: tuple[Run, Path], open_report: Open) -> None:
    run, path = many
    page = open_report(path)
    found = sum(len(turn.violations) for turn in run.turns)
    expect(page.locator(".headline")).to_contain_text(f"{found} violations in {found} of")
    expect(page.locator("#count")).to_have_text("10,000 turns")
    assert page.locator(".row").count() < 60
    page.locator("#sort").select_option("order")
    page.locator("#list").evaluate("(list) => list.scrollTo(0, list.scrollHeight)")
    expect(page.locator(".row .name", has_text=name_of(run.turns[-1]))).to_be_visible()
    assert page.locator(".row").count() < 60
    expect(page.locator(".chart")).to_have_count(5)


def test_filters_show_what_they_say(many: tuple[Run, Path], open_report: Open) -> None:
    run, path = many
    page = open_report(path)
    wanted = [turn for turn in run.turns if any(v.kind == "dead_speaks" for v in turn.violations)]
    page.locator("#show").select_option("kind:dead_speaks")
    expect(page.locator("#count")).to_have_text(f"{len(wanted)} of 10,000 turns")
    expect(page.locator(".faults")).to_contain_text("dead speaks")
    page.locator("#session").select_option("wlighthouse")
    there = sum(run.sessions[turn.session].world == "lighthouse" for turn in wanted)
    expect(page.locator("#count")).to_have_text(f"{there} of 10,000 turns")
    page.keyboard.press("Escape")
    branched = sum(turn.branched for turn in run.turns)
    page.locator("#show").select_option("branched")
    expect(page.locator("#count")).to_have_text(f"{branched} of 10,000 turns")
    page.locator("#show").select_option("error")
    expect(page.locator("#detail")).to_contain_text("EngineLost: the engine died in this turn")


def test_the_whole_text_is_searched(many: tuple[Run, Path], open_report: Open) -> None:
    run, path = many
    page = open_report(path)
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.type("KITTIWAKE had tuesday")
    expect(page.locator("#count")).to_have_text("1 of 10,000 turns")
    assert rows(page) == [name_of(run.turns[6543])]
    expect(page.locator(".side.now")).to_contain_text("The kittiwake had Tuesday in its beak.")
    page.locator("#search").fill("no such words anywhere")
    expect(page.locator("#count")).to_have_text("0 of 10,000 turns")
    expect(page.locator("#detail")).to_contain_text("No turn is like that")
    page.keyboard.press("Escape")
    expect(page.locator("#count")).to_have_text("10,000 turns")


def test_a_link_leads_to_its_turn_and_keys_to_the_next(many: tuple[Run, Path], open_report: Open) -> None:
    run, path = many
    page = open_report(path, "#s2t14")
    turn = next(turn for turn in run.turns if name_of(turn) == "s2t14")
    expect(page.locator("#detail")).to_have_attribute("data-turn", "s2t14")
    expect(page.locator(".player")).to_have_text(turn.words)
    expect(page.locator(".row[aria-selected=true] .name")).to_have_text("s2t14")
    page.keyboard.press("j")
    expect(page.locator("#detail")).to_have_attribute("data-turn", "s2t15")
    assert page.url.endswith("#s2t15")
    page.keyboard.press("k")
    page.keyboard.press("k")
    expect(page.locator("#detail")).to_have_attribute("data-turn", "s2t13")
    page.locator("#list").press("End")
    expect(page.locator("#detail")).to_have_attribute("data-turn", name_of(run.turns[-1]))


def test_the_slowest_and_the_worst_come_first_when_asked_for(
    many: tuple[Run, Path], open_report: Open
) -> None:
    run, path = many
    page = open_report(path)
    expect(page.locator(".row .badge").first).to_have_text("error")  # the worst, as anything is wrong
    page.locator("#sort").select_option("slow")
    slowest = max(
        (turn for turn in run.turns if turn.now),
        key=lambda turn: turn.now.ms["first_visible"] if turn.now else 0,
    )
    expect(page.locator(".row .name").first).to_have_text(name_of(slowest))


def test_differences_are_marked_word_by_word_and_faults_too(open_report: Open) -> None:
    run = run_of_pairs(
        ("You open the heavy door and see the hall.", "You open the light door and see the hall."),
        ("The fog comes in from the sea at dusk.", "Jory counts his spoons, one after another, twice over."),
    )
    run.turns[0].violations = [Violation(kind="canon", text="the light door", why="it is heavy")]
    page = open_report(report_html(run))
    assert page.locator(".side.then del").all_inner_texts() == ["heavy"]
    assert page.locator(".side.now ins").all_inner_texts() == ["light"]
    assert "".join(page.locator(".side.now mark").all_inner_texts()) == "the light door"
    expect(page.locator(".side.now .prose")).to_have_text("You open the light door and see the hall.")
    page.keyboard.press("j")
    expect(page.locator("#detail")).to_contain_text("Told in other words")
    expect(page.locator("ins, del")).to_have_count(0)


def test_hostile_text_is_only_shown(open_report: Open) -> None:
    run = run_of_pairs((HOSTILE, HOSTILE + " again"), title="A run", notes=[HOSTILE], command=HOSTILE)
    run.turns[0].words, run.turns[0].error = HOSTILE, HOSTILE
    run.turns[0].violations = [Violation(kind=HOSTILE, text=HOSTILE, why=HOSTILE)]
    page = open_report(report_html(run))
    expect(page.locator(".player")).to_have_text(HOSTILE)
    expect(page.locator(".side.now .prose")).to_have_text(HOSTILE + " again")
    expect(page.locator("img")).to_have_count(0)
    assert page.title() == "A run"


def test_two_runs_stand_beside_each_other_with_what_is_new_and_gone(open_report: Open) -> None:
    run, other = run_of_pairs(("then", "now")), run_of_pairs(("then", "before"), title="The run before")
    run.turns[0].violations = [Violation(kind="canon", text="now", why="it is so no more")]
    other.turns[0].violations = [Violation(kind="secret", text="before", why="it was a secret")]
    page = open_report(report_html(run, other, gate(run, other, read_thresholds())))
    expect(page.locator("#summary")).to_contain_text(
        "Against “The run before” 1 turns are in both. 1 violations are new, 1 are gone."
    )
    expect(page.locator("#summary")).to_contain_text("The gate: failed")
    expect(page.locator(".side.then .prose")).to_have_text("before")
    expect(page.locator(".faults")).to_contain_text("canon (new): it is so no more")
    expect(page.locator(".faults .fixed")).to_contain_text("secret, gone: it was a secret")
    page.locator("#against").select_option("then")
    expect(page.locator(".side.then .prose")).to_have_text("then")


def test_a_driven_run_has_times_and_objectives_and_no_other_side(open_report: Open) -> None:
    run = driven_run()
    page = open_report(report_html(run))
    expect(page.locator(".headline")).to_contain_text("No turn was lost or doubled")
    missed = sum(bool(turn.missed) for turn in run.turns)
    page.locator("#show").select_option("missed")
    expect(page.locator("#count")).to_have_text(f"{missed} of 400 turns")
    expect(page.locator(".side.then")).to_have_count(0)
    expect(page.locator("#detail")).to_contain_text("Objectives missed: first visible")
    expect(page.locator(".chart").first).to_contain_text("by second of the run")


def test_a_chart_has_its_figures_in_a_table_and_leads_to_its_turns(
    many: tuple[Run, Path], open_report: Open
) -> None:
    page = open_report(many[1])
    chart = page.locator(".chart").first
    chart.locator("summary").click()
    expect(chart.locator("tbody tr").first).to_contain_text(re.compile(r"1–\d+"))
    chart.locator(".hit").nth(2).click()
    expect(page.locator("#detail")).to_have_attribute("data-turn", re.compile(r"s1t\d+"))


def test_it_fits_a_telephone_and_prints_what_is_listed(many: tuple[Run, Path], open_report: Open) -> None:
    page = open_report(many[1], viewport={"width": 390, "height": 800})
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, f"{wide} pixels are asked of 390"
    page.evaluate("window.print = () => {}")
    page.locator("#show").select_option("error")
    page.locator("#print").click()
    expect(page.locator("body")).to_have_class("printing")
    listed = sum(turn.error is not None for turn in many[0].turns)
    expect(page.locator("#printed article")).to_have_count(listed)


def test_a_run_in_which_nothing_came_out_otherwise_says_so(open_report: Open) -> None:
    run = run_of_pairs(
        kind="verify", metrics={"sessions": 1, "turns": 3, "lines": 9, "diverged": 0, "failed": 0}
    )
    page = open_report(report_html(run))
    expect(page.locator(".headline")).to_contain_text("The recording came out byte for byte the same.")
    expect(page.locator("#detail")).to_contain_text("No turn came out otherwise.")


def test_a_divergence_is_shown_in_its_context(open_report: Open) -> None:
    context = "DIVERGED  a.jsonl.zst: after 6 turns\n  stage     referee\n  expected  <b>went</b>\n  got       stayed"
    run = run_of_pairs(
        kind="verify", metrics={"sessions": 1, "turns": 6, "lines": 90, "diverged": 1, "failed": 0}
    )
    run.turns = [RunTurn(session=0, turn=7, words="open the door", differs=["referee"], error=context)]
    page = open_report(report_html(run), "#s1t7")
    expect(page.locator(".headline")).to_contain_text("1 of 1 recording came out otherwise than recorded.")
    expect(page.locator("#detail pre")).to_have_text(context)
    expect(page.locator("#detail")).to_contain_text("Not as recorded: referee.")
    expect(page.locator(".side")).to_have_count(0)


def test_a_turn_has_what_lies_under_it_and_is_reviewed(open_report: Open) -> None:
    run = run_of_pairs(("Nobody came.", "No one came."), ("Nobody else.", "No one else."), ("Same.", "Same."))
    second = run.turns[1].now
    assert second is not None
    second.state, second.outcome, second.prompt = ["place: hall → yard"], '{"changes":[]}', HOSTILE
    page = open_report(report_html(run), anchor="#s1t2")
    detail = page.locator("#detail")
    expect(detail).to_contain_text("Alike: 2 turns, by text: “Nobody” → “No one”.")
    detail.get_by_text("State", exact=True).click()
    expect(detail).to_contain_text("place: hall → yard")
    detail.get_by_text("Prompt", exact=True).click()
    expect(detail).to_contain_text("<img src=x")
    detail.get_by_text("The turn before").click()
    expect(detail.locator(".before")).to_contain_text("Nobody came.")
    detail.get_by_role("button", name="Accept").click()
    detail.get_by_label("Comment on this turn").fill("shorter")
    detail.get_by_label("Comment on this turn").press("Tab")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export 1 review").click()
    (review,) = read_reviews(download.value.path())
    assert (review.turn, review.verdict, review.comment) == ("s1t2", "accepted", "shorter")
    assert review.answer == answer_digest(second)
    page.locator("#show").select_option(label="alike: text: “Nobody” → “No one” (2)")
    assert rows(page) == ["s1t1", "s1t2"]

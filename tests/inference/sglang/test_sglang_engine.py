"""The real SGLang engine on the CPU: speculation, budgets, grammar, prefix reuse, endings, loss.

Every figure asserted here is of a tiny model that the test bed built, and says nothing about a real one's speed.
"""

import json
from itertools import pairwise
from typing import Any

import pytest

from inference.preflight.canaries import CANARIES
from inference.testbed.predict import verifications
from inference.testbed.templates import GLM
from tests.inference.sglang import script
from tests.inference.sglang.conftest import Transcripts

pytestmark = [pytest.mark.nia, pytest.mark.slow, pytest.mark.timeout(2000)]

MODELS = ["steady", "wavering"]
BUDGETS = ["0", "1", "20", "500"]
STEPS = 3


def ids_with_stop(answer: dict[str, Any]) -> list[int]:
    return [*answer["ids"], *([] if answer["stop"] is None else [answer["stop"]])]


@pytest.mark.parametrize("model", MODELS)
def test_speculation_changes_no_output(transcripts: Transcripts, model: str) -> None:
    fast = transcripts[f"{model} spec"]["greedy"]["answers"]
    plain = transcripts[f"{model} plain"]["greedy"]["answers"]
    assert len(fast) == len(plain) >= 20
    assert [ids_with_stop(answer) for answer in fast] == [ids_with_stop(answer) for answer in plain]
    assert [answer["text"] for answer in fast] == [answer["text"] for answer in plain]
    assert all(answer["accept_length"] is None for answer in plain)


def test_the_prompts_ask_for_different_answers(transcripts: Transcripts) -> None:
    """Otherwise equal outputs would prove little."""
    answers = transcripts["wavering plain"]["greedy"]["answers"]
    assert len({tuple(answer["ids"]) for answer in answers}) > len(answers) * 0.8


def test_steady_drafts_are_always_right(transcripts: Transcripts) -> None:
    for answer in transcripts["steady spec"]["greedy"]["answers"]:
        assert answer["accept_rate"] == 1.0
        assert answer["accept_length"] > STEPS


@pytest.mark.parametrize("model", MODELS)
def test_accept_length_is_what_the_model_predicts(transcripts: Transcripts, model: str) -> None:
    transcript = transcripts[f"{model} spec"]
    for answer in transcript["greedy"]["answers"]:
        count = verifications(ids_with_stop(answer), transcript["successors"], STEPS)
        assert answer["accept_length"] == pytest.approx(answer["completion_tokens"] / count)


def test_wavering_drafts_sometimes_miss(transcripts: Transcripts) -> None:
    rates = [answer["accept_rate"] for answer in transcripts["wavering spec"]["greedy"]["answers"]]
    assert 0.4 < sum(rates) / len(rates) < 0.95


@pytest.mark.parametrize("mode", ["spec", "plain"])
@pytest.mark.parametrize("enforced", ["strict", "counted"])
@pytest.mark.parametrize("budget", BUDGETS)
def test_reasoning_ends_at_the_budget(
    transcripts: Transcripts, mode: str, enforced: str, budget: str
) -> None:
    """By SGLang's strict thinking, and by counting, cutting and continuing."""
    answer = transcripts[f"steady {mode}"]["budgets"][enforced][budget]
    assert len(answer["reasoning"]) == answer["reasoning_tokens"] == int(budget)
    assert answer["truncated"]
    assert len(answer["marker"]) == 1
    assert answer["finish"] == "complete"
    assert answer["content"]


@pytest.mark.parametrize("mode", ["spec", "plain"])
def test_both_ways_of_holding_a_budget_write_the_same(transcripts: Transcripts, mode: str) -> None:
    budgets = transcripts[f"steady {mode}"]["budgets"]
    for budget in BUDGETS:
        assert budgets["strict"][budget]["ids"] == budgets["counted"][budget]["ids"]


def test_budgeted_reasoning_keeps_its_speculation(transcripts: Transcripts) -> None:
    assert transcripts["steady spec"]["budgets"]["strict"]["500"]["accept_length"] > STEPS


def test_without_strict_thinking_an_overrun_stops_hard(transcripts: Transcripts) -> None:
    over = transcripts["steady spec"]["overruns"]["over"]
    assert over["finish"] == "budget"
    assert over["reasoning_tokens"] == 20
    assert over["content"] == []


def test_reasoning_within_the_budget_is_not_truncated(transcripts: Transcripts) -> None:
    enough = transcripts["steady spec"]["overruns"]["enough"]
    assert enough["reasoning_tokens"] > 500
    assert not enough["truncated"]


def test_cutting_finds_its_own_prefix_again(transcripts: Transcripts) -> None:
    """The continuation's text is the uncut engine's, and only reasoning was cut."""
    run = transcripts["steady spec"]
    assert run["budgets"]["counted"]["20"]["text"] == run["overruns"]["enough"]["text"]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("place", ["after_reasoning", "without"])
def test_the_grammar_holds(transcripts: Transcripts, model: str, place: str) -> None:
    answer = transcripts[f"{model} spec"]["grammar"][place]
    outcome = json.loads(answer["text"])
    assert set(outcome) == {"move", "minutes"}
    assert outcome["move"] in ("deck", "hold", "cabin")
    assert 0 <= outcome["minutes"] <= 600
    assert answer["reasoning_tokens"] == (20 if place == "after_reasoning" else 0)


@pytest.mark.parametrize("mode", ["spec", "plain"])
@pytest.mark.parametrize("model", MODELS)
def test_each_stage_computes_only_what_is_new(transcripts: Transcripts, model: str, mode: str) -> None:
    """Second stages and later turns find all that was computed; the last tokens of an answer never were."""
    turns = transcripts[f"{model} {mode}"]["stages"]["turns"]
    for turn in turns:
        second = turn["second"]
        assert second["prompt_tokens"] - second["cached_tokens"] <= turn["ruling"] + 2
    for before, after in pairwise(turns):
        known = before["second"]["prompt_tokens"] + len(before["second"]["ids"])
        assert after["first"]["cached_tokens"] >= known - 2


@pytest.mark.parametrize("model", MODELS)
def test_speculation_lowers_no_reuse(transcripts: Transcripts, model: str) -> None:
    """Upstream issue 32459 saw it fall from 97 % to half on deep prompts. Here: one token of 2,500 less."""
    fast, plain = (transcripts[f"{model} {mode}"]["stages"]["turns"] for mode in ("spec", "plain"))
    for one, other in zip(fast, plain, strict=True):
        for stage in ("first", "second"):
            assert one[stage]["ids"] == other[stage]["ids"]
            assert one[stage]["cached_tokens"] >= other[stage]["cached_tokens"] - 2


@pytest.mark.parametrize("ending", ["abort", "leave", "deadline", "cancel", "early"])
def test_whoever_stops_leaves_nothing_running(transcripts: Transcripts, ending: str) -> None:
    found = transcripts["steady spec"]["endings"][ending]
    assert found["after"] == {"running": 0, "waiting": 0, "used_tokens": 0}
    if during := found.get("during"):
        assert during["running"] + during["used_tokens"] > 0


def test_an_abort_ends_the_stream_soon(transcripts: Transcripts) -> None:
    endings = transcripts["steady spec"]["endings"]
    assert endings["abort"]["finish"] == endings["early"]["finish"] == "abort"
    assert endings["abort"]["seconds"] < 20.0
    assert endings["deadline"]["error"] == "DeadlineExceeded"


def test_what_would_kill_sglang_is_refused(transcripts: Transcripts) -> None:
    refusals = transcripts["steady spec"]["refusals"]
    assert {row["error"] for row in refusals["refused"].values()} == {"RequestRefused"}
    assert refusals["health"] < 30


def test_requests_at_the_limits_are_served(transcripts: Transcripts) -> None:
    limits = transcripts["steady spec"]["refusals"]["limits"]
    assert limits["longest"]["completion_tokens"] == 3
    assert limits["highest"]["completion_tokens"] >= 1


def test_play_goes_before_background(transcripts: Transcripts) -> None:
    """Two that play came last, when eight background requests ran and four waited: they preempt what runs."""
    order = transcripts["steady spec"]["lanes"]["order"]
    assert order[:2] == ["play", "play"]
    assert order.count("background") == len(order) - 2, "what gave way is finished later"


def test_a_full_queue_says_that_it_is_busy(transcripts: Transcripts) -> None:
    crowd = transcripts["steady spec"]["lanes"]["crowd"]
    assert set(crowd) == {"length", "EngineBusy"}
    assert crowd.count("EngineBusy") >= 5


def test_a_killed_scheduler_is_noticed_at_once(transcripts: Transcripts) -> None:
    death = transcripts["steady spec"]["death"]
    assert death["error"] == death["again"] == "EngineLost"
    assert death["seconds"] < 30.0
    assert death["terminate"], "our SIGTERM handler is gone"


def test_the_storyteller_plays_a_whole_turn(transcripts: Transcripts) -> None:
    """Reasoning, </think>, JSON under the grammar, then narration on the same prefix."""
    story = transcripts["story spec"]["story"]
    first, second = story["first"], story["second"]
    assert first["text"] == script.ANSWER
    assert not first["truncated"]
    assert first["reasoning_tokens"] > 20
    assert second["text"] == script.NARRATION
    assert second["accept_rate"] == 1.0
    assert second["prompt_tokens"] - second["cached_tokens"] <= story["ruling"] + 2


@pytest.mark.parametrize("template", GLM)
@pytest.mark.parametrize("budget", [0, 20, 200, 640])
def test_stage_1_as_the_play_asks_it_reasons_in_each_template(
    transcripts: Transcripts, template: str, budget: int
) -> None:
    """A thought as long as it may be, the ruling, then the telling on the same growing prefix."""
    turn = transcripts[f"thinker{template} spec"]["thoughts"][str(budget)]
    assert len(turn["first"]["reasoning"]) == turn["first"]["reasoning_tokens"] == budget
    assert turn["first"]["truncated"]
    assert turn["first"]["text"] == script.ANSWER
    assert turn["second"]["text"] == script.NARRATION
    assert turn["second"]["reasoning_tokens"] == 0


def test_a_thought_that_is_left_to_the_model_is_forbidden_by_the_grammar(transcripts: Transcripts) -> None:
    """As it was: with a bare role the model thinks where it is free, and never where it must rule."""
    bare = transcripts["thinker4.5 spec"]["bare"]
    assert [answer["reasoning_tokens"] for answer in bare["bound"].values()] == [0, 0]
    assert bare["free"]["reasoning_tokens"] == 200
    assert bare["refused"].startswith("thinking_open: false with a budget and a grammar")


@pytest.mark.parametrize(
    ("family", "thinks", "end", "parser"),
    [
        ("qwen3", True, "<|im_end|>", "qwen3"),
        ("llama", False, "<|eot_id|>", None),
        ("gemma3", False, "<end_of_turn>", None),
    ],
)
def test_other_families_play_a_turn_with_their_own_tokens_and_without_drafts(
    transcripts: Transcripts, family: str, thinks: bool, end: str, parser: str | None
) -> None:
    found = transcripts[f"{family} spec"]["relative"]
    first, second = found["first"], found["second"]
    assert (first["text"], second["text"]) == (script.ANSWER, script.NARRATION)
    assert bool(first["reasoning_tokens"]) is found["thinks"] is thinks
    assert end in found["stops"]
    assert (found["parser"], found["speculates"], second["accept_length"]) == (parser, False, None)
    assert second["prompt_tokens"] - second["cached_tokens"] <= found["ruling"] + 2
    assert {verdict for verdict, _ in found["canaries"].values()} == {"ok"}


def test_the_canaries_pass_on_the_real_engine(transcripts: Transcripts) -> None:
    proof = transcripts["rambler spec"]["proof"]
    assert {verdict for verdict, _ in proof["sound"].values()} == {"ok"}
    assert "closed by the engine" in proof["sound"]["reasoning budget"][1]
    assert proof["sound"]["grammar-bound turns"][1] == "50 of 50 under speculation"
    tokens = int(proof["sound"]["long prompt"][1].split()[0])
    assert 0.75 * proof["context"] < tokens < proof["context"]


@pytest.mark.parametrize("canary", sorted(set(CANARIES) - {"long prompt"}))
def test_a_planted_regression_fails_its_canary_on_the_real_engine(
    transcripts: Transcripts, canary: str
) -> None:
    verdict, seen = transcripts["rambler spec"]["proof"]["planted"][canary]
    assert verdict == "fail", seen


def test_garbage_beyond_a_length_fails_the_canary_for_long_prompts(transcripts: Transcripts) -> None:
    """Attention that loses its way in long contexts alone, as a backend did in a launch: nothing is raised, and
    whoever asks short questions sees nothing of it."""
    sound, spoilt = transcripts["listener spec"]["depths"], transcripts["listener spoilt"]["depths"]
    assert (sound["short"][0], sound["long"][0]) == ("ok", "ok"), sound
    assert spoilt["short"][0] == "ok", spoilt
    assert spoilt["long"][0] == "fail", spoilt


def test_a_failed_canary_keeps_the_real_engine_from_starting(transcripts: Transcripts) -> None:
    reason = transcripts["rambler spec"]["proof"]["not_started"]
    assert "canary 'golden prompt' failed" in reason
    assert reason.count("failed") == 1


@pytest.mark.parametrize("victim", ["scheduler", "child"])
def test_a_hosted_engine_that_is_killed_comes_back(transcripts: Transcripts, victim: str) -> None:
    """The stream ends with EngineLost at once; a new engine says the same, and nothing is left at the end."""
    hosted = transcripts["steady hosted"]
    assert hosted[victim]["lost"]
    assert hosted[victim]["seconds"] < 30.0
    assert hosted[victim]["recovery_s"] > 0
    assert hosted[victim]["again"]["ids"] == hosted["before"]["ids"]
    assert len(hosted["before"]["ids"]) == 400
    assert hosted["starts"] == 3
    assert hosted["left"] == []


def test_sglangs_crash_dump_is_kept_with_the_incident(transcripts: Transcripts) -> None:
    """The scheduler's death leaves the process time to write down what ran; a kill of the process itself does not."""
    scheduler, child = transcripts["steady hosted"]["kept"]
    assert scheduler == [".log", ".pkl", ".txt"]
    assert child == [".log", ".txt"]

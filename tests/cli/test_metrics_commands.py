"""`gamemaster metrics` and `gamemaster advise`: what they write, what they say, and how they fail."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from prometheus_client import CollectorRegistry
from pydantic import SecretStr
from typer.testing import CliRunner, Result

from gamemaster.cli.main import app
from gamemaster.metrics.catalogue.every import METRICS
from gamemaster.metrics.exposition import Answers, serve_metrics
from gamemaster.metrics.meters import Meters
from tests.integration.service import free_port

TOKEN = "token-of-the-commands"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A service's metrics, of 100 turns that the understudy told; its address."""
    registry = CollectorRegistry()
    meters = Meters(registry=registry)
    meters.counter("turns_total", narrator="model", ending="complete", rung="understudy").inc(100)
    meters.counter("turns_good_total").inc(100)
    meters.counter("told_turns_total", by="understudy").inc(100)
    monkeypatch.setenv("GM_METRICS__TOKEN", TOKEN)
    with serve_metrics(Answers(registry, SecretStr(TOKEN)), "127.0.0.1", 0, lambda text: None) as port:
        yield f"http://127.0.0.1:{port}/metrics"


def test_the_list_has_every_metric_with_its_uses() -> None:
    rows = json.loads(run("metrics", "list", "--json").stdout)
    assert [row["name"] for row in rows] == [metric.name for metric in METRICS]
    assert any("alert GoodputLow" in row["uses"] for row in rows)
    text = run("metrics", "list").stdout
    assert "gamemaster_turns_total  (counter)" in text
    assert "rung: none full short_reasoning short_answer understudy" in text


def test_dashboards_have_a_panel_for_each_of_the_list(tmp_path: Path) -> None:
    done = run("metrics", "dashboards", "--out", str(tmp_path / "out"), "--target", "game:9464")
    assert done.exit_code == 0, done.output
    boards = {path.stem: json.loads(path.read_text()) for path in (tmp_path / "out").glob("grafana-*.json")}
    assert set(boards) == {f"grafana-{name}" for name in ("service", "stories", "nia", "speech", "cost")}
    shown = [(board["uid"], panel["title"]) for board in boards.values() for panel in board["panels"]]
    listed = [(f"gamemaster-{panel.dashboard}", panel.title) for metric in METRICS for panel in metric.panels]
    assert sorted(shown) == sorted(listed)
    for board in boards.values():
        places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in board["panels"]]
        assert len(set(places)) == len(places)
        expressions = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
        assert not any("$M" in text or "$w" in text for text in expressions)
    (group,) = yaml.safe_load((tmp_path / "out" / "alerts.yaml").read_text())["groups"]
    assert len(group["rules"]) == 1 + sum(len(metric.alerts) for metric in METRICS)
    (job,) = yaml.safe_load((tmp_path / "out" / "scrape.yaml").read_text())
    assert job["static_configs"] == [{"targets": ["game:9464"]}]


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("metrics", "dashboards", "--out", str(tmp_path / "file"))
    assert done.exit_code == 1
    assert "cannot be written" in done.output


def test_advice_for_people_and_for_programs(service: str) -> None:
    assert run("advise", "--url", service).stdout.startswith("1. The understudy told 100% of the turns")
    found = json.loads(run("advise", "--url", service, "--json").stdout)
    assert found["turns"] == 100
    assert [advice["about"] for advice in found["advice"]] == ["engine"]
    assert found["advice"][0]["figures"]["understudy_share"] == 1.0


def test_advice_on_the_cache(service: str, tmp_path: Path) -> None:
    assert "with 0 tokens of prompts" in run("advise", "cache", "--url", service).stdout
    asked = ("advise", "cache", "--url", service, "--model", str(tmp_path), "--json")
    assert json.loads(run(*asked).stdout)["pays"] is None


def test_what_came_since_a_moment_ago(service: str) -> None:
    done = run("advise", "--url", service, "--over", "0.01")
    assert "0 turns were played" in done.stdout


def test_the_own_service_is_found_by_its_settings(service: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GM_METRICS__PORT", service.rpartition(":")[2].partition("/")[0])
    assert "understudy" in run("advise").stdout


def test_without_metrics_it_says_what_to_set(monkeypatch: pytest.MonkeyPatch, service: str) -> None:
    monkeypatch.setenv("GM_METRICS__TOKEN", "another-token-of-ours")
    refused = run("advise", "--url", service)
    assert refused.exit_code == 1
    assert "gives no metrics: it answers 401. Is" in " ".join(refused.output.split())
    assert TOKEN not in refused.output
    monkeypatch.delenv("GM_METRICS__TOKEN")
    assert "GM_METRICS__PORT" in run("advise").output
    nobody = run("advise", "--url", f"http://127.0.0.1:{free_port()}/metrics")
    assert nobody.exit_code == 1
    assert "Is the service running" in nobody.output


def test_the_token_may_stand_in_a_file(service: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("GM_METRICS__TOKEN")
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    monkeypatch.setenv("GM_METRICS__TOKEN_FILE", str(tmp_path / "token"))
    monkeypatch.setenv("GM_METRICS__GPUS", "8")
    assert "understudy" in run("advise", "--url", service).stdout


def test_a_token_is_not_shown_where_it_is_too_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GM_METRICS__TOKEN", "shortsecret")
    done = run("advise")
    assert done.exit_code == 1
    assert "GM_METRICS__TOKEN" in done.output
    assert "shortsecret" not in done.output

"""The files of a deployment, judged by the tools that read them: docker-compose, systemd-analyze, nginx."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from gamemaster.cli.main import app
from gamemaster.config.load import load_settings
from gamemaster.metrics.catalogue.every import METRICS as METRICS
from gamemaster.operations.deployment import PACKAGES, Deployment, Target, render
from inference.testbed.place import ENVIRONMENT
from tests.debian_tools import debian_tool

ROOT = Path(__file__).parents[2]
Document = dict[str, Any]


def deploy(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["deploy", *arguments])
    assert done.exit_code == 0, done.output
    return done.output


def run_tool(*line: str | Path) -> str:
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.slow
def test_compose_reads_its_file(tmp_path: Path) -> None:
    tool = debian_tool("docker-compose")
    deploy("compose", "--out", str(tmp_path / "d"), "--workers", "4")
    shown = yaml.safe_load(run_tool(tool, "-f", tmp_path / "d" / "compose.yaml", "config"))
    assert {"gamemaster", "prepare", "postgres", "valkey"} <= set(shown["services"])
    service = shown["services"]["gamemaster"]
    assert service["stop_signal"] == "SIGUSR1"
    assert service["stop_grace_period"] in {"90s", "1m30s"}
    assert service["depends_on"]["prepare"]["condition"] == "service_completed_successfully"


def test_secrets_are_made_once_and_for_us_alone(tmp_path: Path) -> None:
    deploy("compose", "--out", str(tmp_path))
    assert stat.S_IMODE((tmp_path / "secrets").stat().st_mode) == 0o700
    secrets = {path.name: path.read_text().strip() for path in (tmp_path / "secrets").iterdir()}
    assert set(secrets) == {"postgres_password", "database_url", "player_tokens", "ops_token"}
    assert secrets["postgres_password"] in secrets["database_url"]
    (tmp_path / "secrets" / "ops_token").unlink()  # as an older version left them
    deploy("compose", "--out", str(tmp_path), "--force")
    assert len((tmp_path / "secrets" / "ops_token").read_text().strip()) == 64
    assert (tmp_path / "secrets" / "player_tokens").read_text().strip() == secrets["player_tokens"]


def test_systemd_finds_no_fault_with_its_units(tmp_path: Path) -> None:
    tool = debian_tool("systemd-analyze")
    program = Path(sys.prefix)  # with bin/gamemaster in it
    deploy("systemd", "--out", str(tmp_path), "--prefix", str(program))
    units = sorted(path for path in tmp_path.iterdir() if path.suffix in {".service", ".timer"})
    assert len(units) == 3
    said = run_tool(tool, "verify", "--man=no", "--recursive-errors=no", *units)
    assert [line for line in said.splitlines() if str(tmp_path) in line or "gamemaster" in line] == []


def test_systemd_and_smg_itself_read_the_gateways_unit(tmp_path: Path) -> None:
    smg = ENVIRONMENT / "bin" / "smg"
    if not smg.exists():
        pytest.skip("the gateway smg is not here: `make testbed` installs it")
    deploy(
        "gateway",
        "--out",
        str(tmp_path),
        "--prefix",
        str(ENVIRONMENT),
        "--engines",
        "http://a:1, http://b:2/",
    )
    unit = tmp_path / "gamemaster-gateway.service"
    said = run_tool(debian_tool("systemd-analyze"), "verify", "--man=no", "--recursive-errors=no", unit)
    assert "gamemaster" not in said
    text = unit.read_text().replace("\\\n", " ")
    (line,) = [line.removeprefix("ExecStart=") for line in text.splitlines() if line.startswith("ExecStart=")]
    assert line.split()[-2:] == ["http://a:1", "http://b:2"]
    parse = "import sys; from smg.launch_router import parse_router_args as read; a = read(sys.argv[1:])"
    shown = f"{parse}; print(a.policy, a.worker_urls, a.health_failure_threshold)"
    read = run_tool(ENVIRONMENT / "bin" / "python", "-c", shown, *line.split()[2:])
    assert read.split(maxsplit=1) == ["consistent_hashing", "['http://a:1', 'http://b:2'] 2\n"]


@pytest.mark.parametrize(
    "wrong",
    [
        ["gateway", "--engines", ""],
        ["gateway", "--engines", "gpu1:30000"],
        ["gateway", "--engines", "http://gpu1;reboot"],
        ["gateway", "--engines", "http://gpu1:99999"],
        ["gateway", "--engines", "http://:30000"],
        ["nginx", "--hosts", ""],
        ["nginx", "--hosts", "web1"],
        ["nginx", "--hosts", "web1:8000,web2:0"],
        ["nginx", "--hosts", "::1:8000"],
        ["nginx", "--hosts", "web1:8000,web2:8000,WEB1:8000"],
        ["gateway", "--engines", "http://gpu1:30000,http://gpu1:30000/"],
        ["nginx", "--domain", ""],
        ["systemd", "--prefix", "venv"],
        ["systemd", "--proxies", "proxy.example.org"],
    ],
)
def test_what_the_program_that_reads_the_files_would_refuse_is_refused_here(
    tmp_path: Path, wrong: list[str]
) -> None:
    done = CliRunner().invoke(app, ["deploy", *wrong, "--out", str(tmp_path)])
    assert isinstance(done.exception, SystemExit), done.exception
    assert "error: " in done.output
    assert not any(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = CliRunner().invoke(app, ["deploy", "nginx", "--out", str(tmp_path / "file" / "deploy")])
    assert isinstance(done.exception, SystemExit), done.exception
    assert "cannot write to the folder" in done.output


def test_a_host_listens_for_a_proxy_on_another_machine_and_believes_it(tmp_path: Path) -> None:
    def unit_for(*proxies: str) -> str:
        deploy("systemd", "--out", str(tmp_path), "--force", *proxies)
        return (tmp_path / "gamemaster.service").read_text()

    alone, behind = unit_for(), unit_for("--proxies", "10.0.0.7, 10.1.0.0/16")
    assert "serve --host 127.0.0.1 " in alone
    assert "GM_ADDRESS__PROXIES=127.0.0.1,::1\n" in alone
    assert "serve --host 0.0.0.0 " in behind
    assert "GM_ADDRESS__PROXIES=127.0.0.1,::1,10.0.0.7,10.1.0.0/16\n" in behind
    assert "serve --host :: " in unit_for("--proxies", "fd00::7")


@pytest.mark.parametrize("target", Target)
def test_what_comes_next_names_files_that_were_written(tmp_path: Path, target: Target) -> None:
    *written, following = deploy(target, "--out", str(tmp_path), "--domain", "play.example.org").splitlines()
    assert following.startswith("next: ")
    named = {word.rstrip(";,)") for word in following.split() if word.startswith(str(tmp_path))}
    assert named
    assert named <= set(written)
    assert {path for path in written if not Path(path).is_file()} == set()


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    tool = debian_tool("openssl")
    file, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    run_tool(
        tool, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
        "-subj", "/CN=stories.example.org", "-keyout", key, "-out", file,
    )  # fmt: skip
    return file, key


@pytest.mark.parametrize("secure", [False, True])
def test_nginx_reads_its_settings(tmp_path: Path, certificate: tuple[Path, Path], secure: bool) -> None:
    tool = debian_tool("nginx")
    more = ["--certificate", str(certificate[0]), "--certificate-key", str(certificate[1])] if secure else []
    deploy("nginx", "--out", str(tmp_path), "--hosts", "127.0.0.1:8000, [::1]:8001", *more)
    whole = tmp_path / "nginx.conf"
    whole.write_text(
        f"pid {tmp_path}/nginx.pid;\nerror_log {tmp_path}/error.log;\nevents {{}}\n"
        f"http {{ access_log off; include {tmp_path}/gamemaster.conf; }}\n"
    )
    said = run_tool(tool, "-t", "-q", "-e", tmp_path / "error.log", "-p", tmp_path, "-c", whole)
    assert "[emerg]" not in said
    assert "[warn]" not in said


def documents() -> dict[tuple[str, str], Document]:
    text = render(Target.KUBERNETES, Deployment(workers=3))["gamemaster.yaml"]
    found: list[Document] = list(yaml.safe_load_all(text))
    return {(one["kind"], one["metadata"]["name"]): one for one in found}


@pytest.mark.slow
@pytest.mark.parametrize("version", ["1.27.0", "1.37.0"])
def test_kubernetes_own_schemas_know_every_field(version: str) -> None:
    """Strict: a field that Kubernetes would drop in silence is an error."""
    judge = pytest.importorskip(
        "kubernetes_validate", reason="WITHOUT KUBERNETES' SCHEMAS: `make setup-test`"
    )
    for document in documents().values():
        judge.validate(document, version, strict=True)
    wrong = documents()["Deployment", "gamemaster"]
    wrong["spec"]["template"]["spec"]["terminationGracePeriod"] = 90
    with pytest.raises(judge.ValidationError):
        judge.validate(wrong, version, strict=True)


def test_kubernetes_parts_fit_each_other() -> None:
    """What refers to what: no schema says that."""
    parts = documents()
    spec = parts["Deployment", "gamemaster"]["spec"]
    pod = spec["template"]["spec"]
    labels = spec["template"]["metadata"]["labels"]
    for selector in (
        spec["selector"]["matchLabels"],
        parts["Service", "gamemaster"]["spec"]["selector"],
        parts["PodDisruptionBudget", "gamemaster"]["spec"]["selector"]["matchLabels"],
    ):
        assert selector.items() <= labels.items()
    container = pod["containers"][0]
    ports = {port["name"] for port in container["ports"]}
    probes = [container[f"{name}Probe"]["httpGet"]["port"] for name in ("startup", "readiness", "liveness")]
    assert {*probes, parts["Service", "gamemaster"]["spec"]["ports"][0]["targetPort"]} <= ports
    volumes = {volume["name"] for volume in pod["volumes"]}
    for one in (*pod["containers"], *pod["initContainers"]):
        assert {mount["name"] for mount in one["volumeMounts"]} <= volumes
        assert one["securityContext"]["readOnlyRootFilesystem"] is True
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["terminationGracePeriodSeconds"] == 90
    assert "gamemaster drain" in container["lifecycle"]["preStop"]["exec"]["command"][-1]
    claims = parts["CronJob", "gamemaster-backup"]["spec"]["jobTemplate"]["spec"]["template"]["spec"][
        "volumes"
    ]
    assert ("PersistentVolumeClaim", claims[0]["persistentVolumeClaim"]["claimName"]) in parts


def test_pods_are_scaled_by_metrics_that_exist() -> None:
    scaled = documents()["HorizontalPodAutoscaler", "gamemaster"]["spec"]["metrics"]
    assert {one["type"] for one in scaled} == {"Pods"}, "none by CPU"
    rules = yaml.safe_load(render(Target.KUBERNETES, Deployment())["adapter-rules.yaml"])["rules"]["custom"]
    assert {one["pods"]["metric"]["name"] for one in scaled} == {rule["name"]["as"] for rule in rules}
    known = {metric.name for metric in METRICS}
    for rule in rules:
        assert rule["seriesQuery"].partition("{")[0] in known


def variables_of(target: Target) -> dict[str, str]:
    files = render(target, Deployment(workers=3))
    if target is Target.COMPOSE:
        given: dict[str, str] = yaml.safe_load(files["compose.yaml"])["services"]["gamemaster"]["environment"]
        return given
    if target is Target.SYSTEMD:
        lines = files["gamemaster.service"].splitlines()
        pairs = [line.removeprefix("Environment=") for line in lines if line.startswith("Environment=")]
        return dict(pair.split("=", 1) for pair in pairs)
    container = documents()["Deployment", "gamemaster"]["spec"]["template"]["spec"]["containers"][0]
    return {one["name"]: one["value"] for one in container["env"]}


@pytest.mark.parametrize("target", [Target.COMPOSE, Target.SYSTEMD, Target.KUBERNETES])
def test_the_service_knows_every_setting_that_it_is_given(
    target: Target, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "player_tokens").write_text("s" * 64)
    (tmp_path / "database_url").write_text("postgresql://u@h/d")
    (tmp_path / "redis_url").write_text("redis://h")
    (tmp_path / "ops_token").write_text("o" * 64)
    for name, value in variables_of(target).items():
        file = tmp_path / value.rpartition("/")[2]
        monkeypatch.setenv(name, str(file) if name.endswith("_FILE") else value)
    monkeypatch.setenv("GM_DATA_DIR", str(tmp_path))
    settings = load_settings()
    assert settings.secret is not None
    assert settings.workers == 3
    assert settings.database.of_a_process(3) == 10
    assert settings.metrics.port == 9464
    assert settings.ops.token is not None, "else nobody can look after it"


def test_the_image_has_every_package_of_ours_and_runs_as_nobody_special() -> None:
    text = render(Target.DOCKER, Deployment())["Dockerfile"]
    assert all((ROOT / package).is_dir() for package in PACKAGES)
    assert "--require-hashes" in text
    assert "USER 10001" in text
    assert text.count("FROM ") == 2


def test_nothing_is_overwritten_and_nothing_odd_is_written(tmp_path: Path) -> None:
    deploy("nginx", "--out", str(tmp_path))
    again = CliRunner().invoke(app, ["deploy", "nginx", "--out", str(tmp_path)])
    assert (again.exit_code, "is there already" in again.output) == (1, True)
    for wrong in (["--domain", "a;b"], ["--hosts", "a:1\nb"], ["--certificate", "/x"]):
        done = CliRunner().invoke(app, ["deploy", "nginx", "--out", str(tmp_path / "new"), *wrong])
        assert done.exit_code == 1
    assert CliRunner().invoke(app, ["deploy", "heroku"]).exit_code == 1
    assert not (tmp_path / "new").exists()

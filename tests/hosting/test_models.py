"""What `--model` names: every refusal says what is wrong and what to do, before anything is loaded."""

import json
from pathlib import Path

import pytest

from gamemaster.config.options import EngineOptions
from gamemaster.config.settings import Settings
from gamemaster.hosting.models import ModelError, check, model_of, refuse_unfit
from inference.preflight.hardware import GpuSeen, Machine

NO_GPU = Machine((), 8, 0.1, 10**11)


def settings_of(tmp_path: Path, model: str, **engine: object) -> Settings:
    return Settings(data_dir=tmp_path, model=model, engine=engine)


def checkpoint(folder: Path) -> Path:
    """A folder that looks like a checkpoint from outside; nothing in it would load."""
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps({"num_hidden_layers": 1, "model_type": "glm4_moe"}))
    header = json.dumps({"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}).encode()
    (folder / "model.safetensors").write_bytes(len(header).to_bytes(8, "little") + header + bytes(4))
    (folder / "tokenizer.json").write_text(json.dumps({"added_tokens": [], "model": {"vocab": {}}}))
    return folder


def refusal(settings: Settings) -> str:
    with pytest.raises(ModelError) as caught:
        model_of(settings)
    return str(caught.value)


def test_without_a_model_the_understudy_plays(tmp_path: Path) -> None:
    assert model_of(Settings(data_dir=tmp_path)) is None


@pytest.mark.parametrize(
    ("model", "says"),
    [
        ("/no/such/folder", "/no/such/folder"),
        ("someone/some-model", "no such folder"),
        ("http://127.0.0.1:9/v1", "no model server answers"),
        ("http://", "names no host"),
        ("http://localhost:99999/v1#m", "65535"),
        ("http://localhost/v1?key=1#m", "query"),
        ("scripted:/no/such.json", "/no/such.json"),
    ],
)
def test_what_cannot_be_run_is_refused_by_name(tmp_path: Path, model: str, says: str) -> None:
    text = refusal(settings_of(tmp_path, model))
    assert text.startswith(f"--model {model}")
    assert says in text


def test_settings_that_no_engine_here_would_heed_are_refused(tmp_path: Path) -> None:
    unheeded = {"page_size": 64, "ep_size": 8}
    for model, why in (
        (None, "no model is named"),
        ("scripted:", "its options stand in the script"),
        (f"sglang+http://gpu1:30000#{tmp_path}", "set it there"),
    ):
        text = refusal(Settings(data_dir=tmp_path, model=model, engine=EngineOptions(set=unheeded)))
        assert text.startswith("--set ep_size, page_size")
        assert why in text
    server = settings_of(tmp_path, "http://localhost:1/v1#m", set={"reasoning_effort": "low"})
    assert model_of(server) is not None, "a model server gets them with each request"


def test_a_folder_without_weights_is_refused(tmp_path: Path) -> None:
    folder = checkpoint(tmp_path / "model")
    (folder / "model.safetensors").unlink()
    assert "safetensors" in refusal(settings_of(tmp_path, str(folder), profile="cpu"))


def test_without_a_gpu_the_profile_must_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamemaster.hosting.models.look", lambda: NO_GPU)
    folder = checkpoint(tmp_path / "model")
    text = refusal(settings_of(tmp_path, str(folder)))
    assert "no GPU" in text
    assert "--profile cpu" in text
    assert "understudy" in text


def test_the_profile_is_the_gpus_own_unless_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gpu = GpuSeen("NVIDIA H200", 141 * 10**9, 140 * 10**9, "9.0")
    monkeypatch.setattr("gamemaster.hosting.models.look", lambda: Machine((gpu,), 16, 0.1, 10**11))
    folder = str(checkpoint(tmp_path / "model"))
    model = model_of(settings_of(tmp_path, folder))
    assert model is not None
    assert model.options == {"model": folder, "profile": "h200"}
    model = model_of(settings_of(tmp_path, folder, profile="h100", set={"tp_size": 2}))
    assert model is not None
    assert model.options == {"model": folder, "profile": "h100", "overrides": {"tp_size": 2}}
    assert "no such setting" in refusal(settings_of(tmp_path, folder, set={"tp_siez": 2}))
    assert "tpu" in refusal(settings_of(tmp_path, folder, profile="tpu"))


def test_an_unfit_machine_is_told_all_that_it_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = settings_of(tmp_path, str(checkpoint(tmp_path / "model")), profile="h100")
    model = model_of(settings)
    assert model is not None
    monkeypatch.setattr("inference.preflight.checks.look", lambda: NO_GPU)
    monkeypatch.setattr("inference.preflight.checks.installed_packages", dict)
    with pytest.raises(ModelError) as caught:
        refuse_unfit(model, settings.engine)
    text = str(caught.value)
    assert "sglang is not installed" in text
    assert "pip install .[nia]" in text
    assert "nvidia-smi shows none" in text
    assert "mtp weights" in text


def test_the_scripted_engine_takes_options_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "script.json"
    file.write_text(json.dumps({"content": "Snow falls.", "tokens_per_s": 50}))
    model = model_of(settings_of(tmp_path, f"scripted:{file}"))
    assert model is not None
    assert model.options["tokens_per_s"] == 50
    tokenizer = model.tokenizer()
    assert tokenizer.decode(tokenizer.encode("Snow falls.")) == "Snow falls."
    assert refuse_unfit(model, Settings(data_dir=tmp_path).engine) == []


def test_an_sglang_server_needs_the_tokenizers_files_here(tmp_path: Path) -> None:
    named = f"sglang+http://gpu1:30000/#{tmp_path}"
    with pytest.raises(ModelError, match=r"tokenizer\.json and config\.json"):
        model_of(settings_of(tmp_path, named))
    (tmp_path / "tokenizer.json").write_text("{}")
    (tmp_path / "config.json").write_text("{}")
    model = model_of(settings_of(tmp_path, named))
    assert model is not None
    assert (model.dialled, model.folder, model.is_elsewhere) == ("http://gpu1:30000", tmp_path, True)
    assert not check(model, EngineOptions()), "nothing is loaded here"
    with pytest.raises(ModelError, match="after #"):
        model_of(settings_of(tmp_path, "sglang+http://gpu1:30000"))

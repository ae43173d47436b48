"""Settings: what wins, what is refused and how, and what is never shown."""

import stat
from pathlib import Path

import pytest
from pydantic import ValidationError

from gamemaster.admission.options import Limits
from gamemaster.config.load import load_settings
from gamemaster.config.options import EngineOptions
from gamemaster.config.settings import SECTIONS, Settings
from gamemaster.config.sources import ConfigError
from gamemaster.options.secret_file import SecretFileError, read_or_create
from gamemaster.recording.options import RecordingOptions

SECRET = "s" * 32


@pytest.fixture
def patch(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    monkeypatch.setenv("GM_DATA_DIR", str(tmp_path))
    return monkeypatch


def faults(**overrides: object) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        load_settings(**overrides)
    return caught.value.faults


def test_defaults(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settings = load_settings()
    assert (settings.host, settings.port, settings.log_level) == ("127.0.0.1", 8000, "info")
    assert settings.data_dir == tmp_path
    assert settings.database_url is None
    assert settings.redis_url is None
    assert settings.limits == Limits()
    assert settings.limits.max_input_chars == 2000
    assert all(folder.is_dir() for folder in settings.worlds_dirs)


def test_loading_makes_no_file(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    patch.setenv("GM_DATA_DIR", str(tmp_path / "new"))
    load_settings()
    assert list(tmp_path.iterdir()) == []


def test_the_data_home_is_the_default_place(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    patch.delenv("GM_DATA_DIR")
    patch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert load_settings().data_dir == tmp_path / "gamemaster"
    patch.setattr("os.geteuid", lambda: 1000)
    patch.setenv("HOME", "/home/hild")
    patch.setenv("XDG_DATA_HOME", "not/absolute")
    assert load_settings().data_dir == Path("/home/hild/.local/share/gamemaster")
    patch.setattr("os.geteuid", lambda: 0)
    assert load_settings().data_dir == Path("/var/lib/gamemaster")


def test_command_line_before_environment_before_file(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "gamemaster.toml").write_text(
        'port = 1001\nhost = "::1"\nlog_level = "DEBUG"\n[limits]\nacts_per_minute = 7\nstories_per_player = 5\n'
    )
    patch.setenv("GM_PORT", "1002")
    patch.setenv("GM_LIMITS__ACTS_PER_MINUTE", "8")
    settings = load_settings()
    assert (settings.port, settings.host, settings.log_level) == (1002, "::1", "debug")
    assert (settings.limits.acts_per_minute, settings.limits.stories_per_player) == (8, 5)
    assert load_settings(port=1003, host=None).port == 1003


def test_gm_config_names_the_file(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    patch.setenv("GM_CONFIG", str(other))
    assert faults() == [f"GM_CONFIG={other}: there is no such file"]
    other.write_text("port = 1004\n")
    assert load_settings().port == 1004


def test_all_faults_are_told_at_once_with_key_value_and_what_is_allowed(patch: pytest.MonkeyPatch) -> None:
    patch.setenv("GM_PORT", "99999")
    patch.setenv("GM_LOG_LEVEL", "loud")
    patch.setenv("GM_LIMITS__MAX_INPUT_CHARS", "many")
    patch.setenv("GM_WORLDS_DIRS", "/no/such/folder")
    limit, level, port, worlds = sorted(faults())
    assert limit.startswith("GM_LIMITS__MAX_INPUT_CHARS = 'many': Input should be a valid integer")
    assert level == "GM_LOG_LEVEL = 'loud': Input should be 'debug', 'info', 'warning' or 'error'"
    assert port == "GM_PORT = '99999': Input should be less than or equal to 65535"
    assert worlds.startswith("GM_WORLDS_DIRS = '/no/such/folder': no such folder: /no/such/folder")


def test_faults_of_the_file_name_the_file(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "gamemaster.toml"
    file.write_text("desinger = 1\n[limits]\nframe_log = 1\nacts = 3\n")
    limit, unknown_limit, unknown = faults()
    assert limit == f"{file}: limits.frame_log = 1: Input should be greater than or equal to 100"
    assert unknown_limit.startswith(
        f"{file}: limits.acts: there is no such setting; there are acts_per_minute,"
    )
    assert unknown == f"{file}: desinger: there is no such setting; did you mean designer?"


def test_a_file_that_is_not_toml_is_named(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "gamemaster.toml").write_text("port: 1\n")
    (fault,) = faults()
    assert fault.startswith(f"{tmp_path / 'gamemaster.toml'}: is not TOML: ")
    assert "line 1" in fault


def test_a_misspelt_variable_is_an_error_and_a_test_s_is_not(patch: pytest.MonkeyPatch) -> None:
    patch.setenv("GM_DATABSE_URL", "postgresql://h/d")
    patch.setenv("GM_TEST_ANYTHING", "1")
    assert faults() == ["GM_DATABSE_URL: there is no such setting; did you mean GM_DATABASE_URL?"]


def test_a_fault_of_the_command_line_is_named_as_there(patch: pytest.MonkeyPatch) -> None:
    assert faults(port=-1) == ["--port = -1: Input should be greater than or equal to 0"]


@pytest.mark.parametrize(
    "written", ["postgres://u:p@h/d", "postgresql://u:p@h/d", "postgresql+asyncpg://u:p@h/d"]
)
def test_any_postgres_url_becomes_sqlalchemy_s(patch: pytest.MonkeyPatch, written: str) -> None:
    patch.setenv("GM_DATABASE_URL", written)
    url = load_settings().database_url
    assert url is not None
    assert url.get_secret_value() == "postgresql+asyncpg://u:p@h/d"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GM_DATABASE_URL", "mysql://u:hunter2@h/d"),
        ("GM_DATABASE_URL", "hunter2"),
        ("GM_DATABASE_URL", "postgresql://"),
        ("GM_DATABASE_URL", "postgresql://u:hunter2@h:port/d"),
        ("GM_DATABASE_URL", "postgresql://u:hun@ter2@h/d"),
        ("GM_REDIS_URL", "http://:hunter2@h"),
        ("GM_SECRET", "hunter2"),
    ],
)
def test_a_fault_in_a_secret_does_not_show_it(patch: pytest.MonkeyPatch, name: str, value: str) -> None:
    patch.setenv(name, value)
    (fault,) = faults()
    assert fault.startswith(f"{name} = (not shown): ")
    assert "hunter2" not in fault


def test_a_short_token_is_told_in_characters(patch: pytest.MonkeyPatch) -> None:
    patch.setenv("GM_OPS__TOKEN", "short")
    with pytest.raises(ConfigError, match="at least 24 characters, not 5"):
        load_settings()


def test_secrets_are_not_in_the_settings_text(patch: pytest.MonkeyPatch) -> None:
    patch.setenv("GM_SECRET", SECRET)
    patch.setenv("GM_REDIS_URL", "redis://:hunter2@h/0")
    settings = load_settings()
    shown = f"{settings!r}{settings}{settings.model_dump_json()}"
    assert "hunter2" not in shown
    assert SECRET not in shown
    assert settings.signing_secret().get_secret_value() == SECRET


def test_settings_are_frozen(patch: pytest.MonkeyPatch) -> None:
    settings = load_settings()
    with pytest.raises(ValidationError, match="frozen"):
        settings.port = 1  # type: ignore[misc]  # what is being tested
    with pytest.raises(ValidationError, match="frozen"):
        settings.limits.max_input_chars = 1  # type: ignore[misc]  # what is being tested


def test_the_secret_is_made_once_for_its_owner_alone(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first = load_settings().signing_secret().get_secret_value()
    assert len(first) == 64
    assert load_settings().signing_secret().get_secret_value() == first
    (file,) = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_secret_file_that_others_read_or_that_was_cut_short_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("a" * 64)
    file.chmod(0o640)
    with pytest.raises(
        SecretFileError, match=r"secret: others can read this secret \(mode 0640\)\. Run: chmod 600"
    ):
        read_or_create(file)
    file.chmod(0o600)
    file.write_text("abc")
    with pytest.raises(SecretFileError, match="holds 3 characters") as caught:
        read_or_create(file)
    assert "abc" not in str(caught.value)


def test_two_that_make_the_secret_at_once_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other process's file appears after we looked and before ours is in place."""
    file = tmp_path / "secret"

    def other_was_first(name: str, path: Path) -> None:
        file.touch(mode=0o600)
        file.write_text("b" * 64)
        raise FileExistsError(path)

    monkeypatch.setattr("os.link", other_was_first)
    assert read_or_create(file) == "b" * 64
    assert list(tmp_path.iterdir()) == [file]


def test_every_field_has_a_variable(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A field that no variable reaches could not be set in a container."""
    values = {
        "data_dir": str(tmp_path),
        "database_url": "postgres://h/d",
        "redis_url": "redis://h",
        "host": "localhost",
    }
    values |= {
        "port": "1",
        "secret": SECRET,
        "worlds_dirs": str(tmp_path),
        "log_level": "error",
        "log_format": "json",
    }
    values |= {"origins": "https://a, https://b", "text_speed": "0", "model": "scripted:", "model_key": "k"}
    values |= {
        "designer": "1",
        "workshop": "1",
        "editor_url": "idea://open?file={path}",
        "country": "GB",
        "helpline": "Ask at the desk.",
    }
    values |= {"workers": "3", "drain_s": "5", "fetch": "0"}
    values |= {"hosts": "a, b", "secret_before": SECRET}
    values |= {"voice": "off", "triton_url": "grpc://h:8001", "voice_models": str(tmp_path)}
    values |= {"voice_missing": "not prepared"}
    values |= {"voice_cache_mb": "7", "embeddings": "off", "world_folder": str(tmp_path)}
    engine = {"profile": "cpu", "set": '{"tp_size": 2}', "inline": "1", "socket": "/s", "start_s": "9"}
    assert set(EngineOptions.model_fields) == set(engine)
    for name, value in engine.items():
        patch.setenv(f"GM_ENGINE__{name.upper()}", value)
    recording = {"enabled": "0", "folder": str(tmp_path), "keep_days": "7", "max_mb": "7", "total_mb": "7"}
    recording |= {"reasoning": "1"}
    assert set(RecordingOptions.model_fields) == set(recording)
    for name, value in recording.items():
        patch.setenv(f"GM_RECORDING__{name.upper()}", value)
    assert set(Settings.model_fields) <= set(values) | set(SECTIONS)
    for name in set(Settings.model_fields) - set(SECTIONS):
        patch.setenv(f"GM_{name.upper()}", values[name])
    for name in Limits.model_fields:
        patch.setenv(f"GM_LIMITS__{name.upper()}", "777" if name != "max_message_bytes" else "2048")
    patch.setenv("GM_LIMITS__CONNECTIONS_PER_PLAYER", "77")
    patch.setenv("GM_LIMITS__AUDIO_PER_PLAYER", "77")
    settings = load_settings()
    assert settings.port == 1
    assert settings.engine == EngineOptions(
        profile="cpu", set={"tp_size": 2}, inline=True, socket=Path("/s"), start_s=9
    )
    assert settings.recording == RecordingOptions(
        enabled=False, folder=tmp_path, keep_days=7, max_mb=7, total_mb=7, reasoning=True
    )
    assert settings.limits.connections_per_player == 77
    assert settings.limits.acts_per_minute == settings.limits.frame_log == 777


def test_recordings_lie_in_the_data_directory_unless_a_folder_is_named(
    patch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert load_settings(data_dir=tmp_path).recordings_folder() == tmp_path / "recordings"
    patch.setenv("GM_RECORDING__FOLDER", "~/tapes")
    patch.setenv("HOME", str(tmp_path))
    assert load_settings(data_dir=tmp_path).recordings_folder() == tmp_path / "tapes"


def test_secrets_come_from_files_too(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(f"{SECRET}\n")
    (tmp_path / "url").write_text("postgresql://u:p@h/d\n")
    patch.setenv("GM_SECRET_FILE", str(tmp_path / "secret"))
    patch.setenv("GM_DATABASE_URL_FILE", str(tmp_path / "url"))
    settings = load_settings()
    assert settings.secret is not None
    assert settings.secret.get_secret_value() == SECRET
    assert settings.database_url is not None
    assert settings.database_url.get_secret_value() == "postgresql+asyncpg://u:p@h/d"
    (tmp_path / "url").write_text("mysql://u:hunter2@h/d")
    with pytest.raises(ConfigError, match=r"GM_DATABASE_URL_FILE = .not shown.: must begin with") as caught:
        load_settings()
    assert "hunter2" not in str(caught.value)
    patch.setenv("GM_SECRET", SECRET)
    with pytest.raises(ConfigError, match="GM_SECRET and GM_SECRET_FILE are both set"):
        load_settings()
    patch.delenv("GM_SECRET")
    patch.setenv("GM_SECRET_FILE", str(tmp_path / "none"))
    with pytest.raises(ConfigError, match=r"GM_SECRET_FILE = .*none: cannot be read: No such file"):
        load_settings()


def test_a_secrets_file_of_bytes_is_said_to_be_no_text(patch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(bytes(range(128, 192)))
    for variable in ("GM_SECRET_FILE", "GM_OPS__TOKEN_FILE", "GM_METRICS__TOKEN_FILE"):
        patch.setenv(variable, str(tmp_path / "secret"))
        with pytest.raises(ConfigError, match="is no text in UTF-8"):
            load_settings()
        patch.delenv(variable)

"""Settings by flag and by environment."""

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from elftafel.errors import BadInput
from elftafel.server import settings
from elftafel.server.settings import LogFormat, Reader, Settings


def test_flags_win_over_the_environment() -> None:
    environment = {"ELFTAFEL_PORT": "2222", "ELFTAFEL_HOST": "0.0.0.0", "ELFTAFEL_LOG_FORMAT": "json"}
    found = settings.read({"port": "3333", "host": None}, environment)
    assert (found.port, found.host, found.log_format) == (3333, "0.0.0.0", LogFormat.JSON)


def test_without_anything_it_serves_this_machine_only_on_sqlite() -> None:
    found = settings.read({}, {})
    assert (found.host, found.port, found.proxy, found.metrics) == ("127.0.0.1", 1111, "", Reader.LOCAL)
    assert found.database.startswith("sqlite:////")
    assert found.database.endswith("elftafel.db")


@pytest.mark.parametrize(("text", "value"), [("1", True), ("true", True), ("No", False), ("", False)])
def test_yes_and_no_in_the_environment(text: str, value: bool) -> None:
    assert settings.read({}, {"ELFTAFEL_OPEN": text}).open is value


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("port", "70000", "0 to 65535"),
        ("port", "x", "a whole number"),
        ("log_level", "loud", "debug, info, warning, error"),
        ("open", "maybe", "true or false"),
        ("node", "a b", "A-Za-z"),
        ("proxy", "nowhere", "network"),
        ("public", "https://cards.example.org/path", "without a path"),
        ("public", "cards.example.org", "https://"),
        ("database", "mysql://ana:secret-word@host/x", "postgresql://"),
        ("metrics_token", "secret-word", "16"),
        ("bot_threads", "0", "1 to 64"),
    ],
)
def test_what_is_wrong_is_told_without_secrets(name: str, text: str, expected: str) -> None:
    with pytest.raises(BadInput, match=f"(?i){name}") as told:
        settings.read({}, {settings.variable(name): text})
    assert expected in str(told.value)
    assert "secret-word" not in str(told.value)


def test_a_file_name_is_a_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert settings.read({"database": "club.db"}, {}).database == f"sqlite:///{tmp_path}/club.db"


def test_passwords_are_never_shown() -> None:
    found = settings.read(
        {"database": "postgresql://ana:hush@db/tafel?password=hush2&sslmode=require", "metrics_token": "hush" * 5}, {}
    )
    for text in (repr(found), str(found), str(found.shown()), found.database_shown):
        assert "hush" not in text
    assert "postgresql://ana:…@db/tafel" in repr(found)
    assert "sslmode=require" in repr(found)


def test_public_addresses_are_read_as_browsers_name_them() -> None:
    found = settings.read({"public": "https://Cards.Example.org:443/, http://[::1]:1111"}, {})
    assert found.origins == {"https://cards.example.org", "http://[::1]:1111"}


def test_every_setting_has_help_bounds_and_a_variable() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "elftafel", "serve", "--help"], capture_output=True, text=True, check=True
    ).stdout
    for field in msgspec.structs.fields(Settings):
        assert settings.flag(field.name) in told
        assert settings.variable(field.name) in told
        meta = settings.meta_of(field)
        assert meta.description
        assert (meta.extra or {})["group"] in settings.GROUPS
        if settings.kind_of(field) is int:
            assert meta.ge is not None
            assert meta.le is not None
        if settings.kind_of(field) is str:
            assert meta.max_length is not None or meta.pattern is not None
    for title in settings.GROUPS.values():
        assert title in told


def test_help_loads_no_server() -> None:
    code = (
        "import sys\nfrom elftafel.cli import main\n"
        "try: main(['serve', '--help'])\nexcept SystemExit: pass\n"
        "print([name for name in ('litestar', 'uvicorn', 'sqlalchemy', 'numba', 'structlog') if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told.endswith("[]\n")


def test_papers_and_containers_name_only_settings_that_there_are() -> None:
    root = Path(__file__).resolve().parents[2]
    known = {settings.variable(field.name) for field in msgspec.structs.fields(Settings)}
    known |= {"ELFTAFEL_CACHE", "ELFTAFEL_DATA", "ELFTAFEL_TOKEN"}
    flags = {settings.flag(field.name) for field in msgspec.structs.fields(Settings)}
    for paper in ("Dockerfile", "compose.yaml", "docs/operations.md", "Makefile", "schemathesis.toml"):
        text = (root / paper).read_text(encoding="utf-8")
        named = set(re.findall(r"ELFTAFEL_[A-Z_]+[A-Z]", text))
        assert named - {"ELFTAFEL_SOAK_ROUNDS", "ELFTAFEL_EXAMPLES", "ELFTAFEL_KILLS", "ELFTAFEL_WEB"} <= known, paper
        for line in re.findall(r"elftafel serve ([^`\n]*)", text):
            assert set(re.findall(r"--[a-z-]+", line)) <= flags | {"--help"}, line


@pytest.mark.skipif(sys.platform != "linux", reason="where Linux keeps it")
@pytest.mark.parametrize("base", [None, "", "/somewhere/else"])
def test_the_usual_database_lies_where_it_always_lay(base: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ana")
    if base is None:
        monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    else:
        monkeypatch.setenv("XDG_DATA_HOME", base)
    folder = base or "/home/ana/.local/share"
    assert settings.usual_database() == f"sqlite:///{folder}/elftafel/elftafel.db"

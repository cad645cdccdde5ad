"""The OpenAPI document against the running server: what it says is what happens, for sound and unsound requests."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.conftest import MORE
from tests.server.apps import served

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = 2 if MORE == 1 else 8 * MORE  # of each operation and phase


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("openapi")
    with served(f"sqlite:///{folder}/elftafel.db", most_tables_per_person=100_000) as found:
        yield found


def test_the_server_does_what_the_document_says(address: str, tmp_path: Path) -> None:
    """All checks of schemathesis: examples, coverage of every keyword, fuzzing, sequences of operations."""
    token = httpx.post(f"{address}/api/people", json={"name": "Ana"}, timeout=60).json()["token"]
    told = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "--config-file", str(ROOT / "schemathesis.toml")),
            *("run", f"{address}/api/openapi.json", "--checks", "all", "--max-examples", str(EXAMPLES), "--no-color"),
        ],
        cwd=tmp_path,
        env={**os.environ, "ELFTAFEL_TOKEN": token},
        capture_output=True,
        text=True,
        check=False,
        timeout=540,
    )
    assert told.returncode == 0, told.stdout[-6000:] + told.stderr[-2000:]
    assert "failed" not in told.stdout, told.stdout[-3000:]


def test_every_operation_tells_its_problems_and_who_may(address: str) -> None:
    document = httpx.get(f"{address}/api/openapi.json", timeout=60).json()
    for path, item in document["paths"].items():
        for method, operation in item.items():
            answers = operation["responses"]
            assert {"405", "429", "503"} <= set(answers), path
            assert operation["description"], path
            if "requestBody" in operation:
                assert {"400", "403", "413", "415", "422"} <= set(answers), path
            if operation.get("security"):
                assert "401" in answers, path
            if method != "get":
                assert "403" in answers, path
    for name, schema in document["components"]["schemas"].items():
        assert schema.get("description"), name

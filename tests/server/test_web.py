"""The files of the front end as the server sends them."""

import asyncio
import gzip
from pathlib import Path

import pytest

from elftafel.server.http import assets
from tests.server.apps import running

pytest_plugins = ["tests.server.databases"]


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small build."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Elftafel</title>", encoding="utf-8")
    script = tmp_path / "assets" / "index-abc.js"
    script.write_text("export const eleven = 11;", encoding="utf-8")
    script.with_name("index-abc.js.gz").write_bytes(gzip.compress(script.read_bytes()))
    script.with_name("index-abc.js.br").write_bytes(b"brotli")
    (tmp_path / "worker.js").write_text("self", encoding="utf-8")
    (tmp_path / "manifest.webmanifest").write_text("{}", encoding="utf-8")
    (tmp_path / "built-from").write_text("abc", encoding="utf-8")
    files = assets.read(tmp_path)
    monkeypatch.setattr(assets, "build", lambda: files)
    return tmp_path


def test_every_route_of_the_front_end_is_its_page(built: Path, sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            for path in ("/", "/t/abc", "/j/ABCDEF", "/replay/abc", "/rules/jatten", "/fair/abc", "/me"):
                answer = await app.client().get(path)
                assert answer.status_code == 200, path
                assert answer.headers["content-type"] == "text/html; charset=utf-8"
                assert answer.headers["cache-control"] == "no-cache"
                assert "<title>Elftafel</title>" in answer.text
            assert (await app.client().get("/rules/chess")).status_code == 404
            assert (await app.client().get("/nowhere")).status_code == 404

    asyncio.run(scene())


BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def test_an_address_that_leads_nowhere_is_a_page_for_people_and_json_for_programs(built: Path, sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            for path in ("/nowhere", "/t/", "/t/abc/def", "/rules/chess", "/rules", "/schema", "/nothing.php"):
                answer = await app.client().get(path, headers=BROWSER)
                assert answer.status_code == 404, path
                assert answer.headers["content-type"] == "text/html; charset=utf-8"
                assert "<title>Elftafel</title>" in answer.text  # the front end says it in the person's language
                assert (await app.client().get(path)).json()["error"] in ("not_found", "no_such_game")
            for path in ("/api/nothing", "/api/tables/unheard-of", "/assets/nothing.js"):
                assert "error" in (await app.client().get(path, headers=BROWSER)).json()
            assert "error" in (await app.client().post("/nowhere", headers=BROWSER)).json()

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("languages", "language", "words"),
    [
        ("de-CH,de;q=0.9,en;q=0.8", "de", "Diese Seite gibt es nicht"),
        ("is", "is", "Þessi síða er ekki til"),
        ("sv, nl;q=0.5", "nl", "Deze pagina bestaat niet"),
        ("", "en", "There is no such page"),
    ],
)
def test_without_a_build_the_lost_page_is_in_the_visitors_language(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, languages: str, language: str, words: str
) -> None:
    monkeypatch.setattr(assets, "build", dict)

    async def scene() -> None:
        async with running(sqlite_url) as app:
            answer = await app.client().get("/nowhere", headers={**BROWSER, "accept-language": languages})
            assert answer.status_code == 404
            assert f'<html lang="{language}">' in answer.text
            assert f"<h1>{words}</h1>" in answer.text

    asyncio.run(scene())


def test_files_with_a_hash_are_kept_for_good_and_sent_compressed(built: Path, sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            path = "/assets/index-abc.js"
            plain = await app.client().get(path, headers={"accept-encoding": "identity"})
            assert plain.text == "export const eleven = 11;"
            assert plain.headers["content-type"] == "text/javascript; charset=utf-8"
            assert plain.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert plain.headers["vary"] == "accept-encoding"
            packed = await app.client().get(path, headers={"accept-encoding": "gzip"})
            assert packed.headers["content-encoding"] == "gzip"
            assert packed.text == plain.text
            same = await app.client().get(path, headers={"if-none-match": plain.headers["etag"]})
            assert (same.status_code, same.content) == (304, b"")
            for name in ("index-abc.js.gz", "nothing.js", "..%2Findex.html"):
                assert (await app.client().get(f"/assets/{name}")).status_code == 404

    asyncio.run(scene())


def test_worker_and_manifest_are_asked_for_anew(built: Path, sqlite_url: str) -> None:
    async def scene() -> None:
        async with running(sqlite_url) as app:
            worker = await app.client().get("/worker.js")
            assert worker.headers["cache-control"] == "no-cache"
            assert worker.headers["content-type"].startswith("text/javascript")
            manifest = await app.client().get("/manifest.webmanifest")
            assert manifest.headers["content-type"] == "application/manifest+json"
            assert (await app.client().get("/built-from")).status_code == 404

    asyncio.run(scene())


def test_brotli_is_preferred(built: Path) -> None:
    file = assets.read(built)["assets/index-abc.js"]
    assert list(file.packed) == ["br", "gzip"]


def test_without_a_build_there_are_pages_and_no_tables(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "build", dict)

    async def scene() -> None:
        async with running(sqlite_url) as app:
            assert "Elfer raus!" in (await app.client().get("/")).text
            assert (await app.client().get("/t/abc")).status_code == 404

    asyncio.run(scene())


def test_a_folder_without_a_page_is_no_build(tmp_path: Path) -> None:
    assert assets.read(tmp_path) == {}

"""The compiled core: chance, bits, sharing out, the decorator and its cache."""

import os
import shutil
import subprocess
import sys
from collections import Counter
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.core import event

import elftafel
from elftafel import games
from elftafel.kernel import bits, chance, hands, jit, record, verbs
from elftafel.kernel.jit import compiled
from elftafel.kernel.journal import ROWS, new_journal, note, rows
from elftafel.kernel.plain import plain
from elftafel.lab import simulate
from tests.evenness import tail

ROOT = Path(elftafel.__file__).parent


def generator(key: str = "00" * 32, nonce: str = "00" * 8) -> Any:
    state = record.empty(games.load("elfer_raus").record)[0]
    state.key[:] = np.frombuffer(bytes.fromhex(key), "<u4")
    state.nonce[:] = np.frombuffer(bytes.fromhex(nonce), "<u4")
    return state


@pytest.mark.parametrize(
    ("key", "nonce", "stream"),
    [  # draft-strombergson-chacha-test-vectors, 256-bit key, 8 rounds: TC1 and TC7, both blocks
        (
            "00" * 32,
            "00" * 8,
            "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
            "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
            "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
            "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa",
        ),
        (
            "00112233445566778899aabbccddeeffffeeddccbbaa99887766554433221100",
            "0f1e2d3c4b596877",
            "60fdedbd1a280cb741d0593b6ea0309010acf18e1471f68968f4c9e311dca149"
            "b8e027b47c81e0353db013891aa5f68ea3b13dd2f3b8dd0873bf3746e7d6c567"
            "fe882395601ce8aded444867fe62ed8741420002e5d28bb573113a418c1f4008"
            "e954c188f38ec4f26bb8555e2b7c92bf4380e2ea9e553187fdd42821794416de",
        ),
    ],
)
def test_chacha8_gives_the_published_stream(key: str, nonce: str, stream: str) -> None:
    state = generator(key, nonce)
    told = b"".join(int(chance.word(state)).to_bytes(4, "little") for _ in range(32))
    assert told.hex() == stream


def even(found: Counter[Any], ways: int, draws: int) -> bool:
    expected = draws / ways
    statistic = sum((found[w] - expected) ** 2 / expected for w in found) + (ways - len(found)) * expected
    return bool(tail(statistic, ways - 1) > 1e-4)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 80, 100])
def test_below_is_even(n: int) -> None:
    state = generator()
    draws = 200 * n
    found = Counter(int(chance.below(state, n)) for _ in range(draws))
    assert set(found) <= set(range(n))
    assert even(found, n, draws) if n > 1 else found == {0: draws}


def test_below_throws_away_what_would_favour_some_numbers() -> None:
    state = generator()
    state.block[:] = 0
    state.block[15] = 0xFFFFFFFF
    state.left = 2  # the word 0 is unfair for n = 3 and is skipped
    assert chance.below(state, 3) == 2
    assert state.left == 0


def test_shuffle_is_even_over_all_orders() -> None:
    state = generator()
    draws = 12_000
    found: Counter[Any] = Counter()
    for _ in range(draws):
        cards = np.arange(5, dtype=np.int8)
        chance.shuffle(state, cards, 5, 5)
        found[tuple(cards.tolist())] += 1
    assert set(found) <= set(permutations(range(5)))
    assert even(found, 120, draws)


def test_shuffle_brings_an_even_choice_to_the_front() -> None:
    state = generator()
    draws = 9000
    found: Counter[Any] = Counter()
    for _ in range(draws):
        cards = np.arange(9, dtype=np.int8)
        chance.shuffle(state, cards, 9, 6)
        found[tuple(sorted(cards[:6].tolist()))] += 1
    assert even(found, 84, draws)


def test_luck_is_splitmix64_and_even() -> None:
    luck = chance.new_luck(1234567)
    # the first output of the published generator for this seed is 6457827717110365317
    assert chance.spin(luck) == 6457827717110365317 >> 33
    found = Counter(int(chance.pick(luck, 6)) for _ in range(6000))
    assert even(found, 6, 6000)


def test_rekey_forgets_the_old_generator() -> None:
    one, two = generator("11" * 32), generator("22" * 32)
    chance.word(one)
    chance.rekey(one, chance.new_luck(5))
    chance.rekey(two, chance.new_luck(5))
    assert record.save(one) == record.save(two)


@given(st.integers(1, 2**30))
def test_bits(word: int) -> None:
    numbers = [n for n in range(31) if word >> n & 1]
    assert bits.popcount(word) == len(numbers)
    assert bits.lowest(word) == numbers[0]
    assert [bits.nth(word, i) for i in range(len(numbers))] == numbers


@compiled
def bits_of(word: Any) -> Any:
    return bits.popcount(word), bits.lowest(word), bits.quotient(word, 7), bits.remainder(word, 7)


def test_bits_are_the_same_inside_compiled_code() -> None:
    for word in (1, 6, 80, 2**21 - 2, 2**30):
        assert bits_of(word) == (word.bit_count(), (word & -word).bit_length() - 1, word // 7, word % 7)


@pytest.mark.parametrize(
    ("allowed", "need"),
    [
        ([0b111] * 6, (2, 2, 2)),
        ([0b101, 0b101, 0b110, 0b111, 0b111, 0b111], (2, 3, 1)),
        ([0b011, 0b011, 0b001, 0b110, 0b110, 0b111, 0b100], (2, 3, 2)),
        ([0b0111, 0b0111, 0b1001, 0b1010, 0b1100, 0b1111], (1, 1, 1, 3)),
        ([0b01, 0b01, 0b11, 0b11, 0b11], (4, 1)),
    ],
)
def test_share_out_is_even_over_every_possible_way(allowed: list[int], need: tuple[int, ...]) -> None:
    ways = set(all_ways(allowed, need))
    assert len(ways) > 1
    luck = chance.new_luck(3)
    rights, wants = np.array(allowed, np.int8), np.array(need, np.int8)
    found: Counter[Any] = Counter()
    draws = 60 * len(ways) + 2000
    for _ in range(draws):
        held = np.zeros(len(allowed), np.int8)
        hands.share_out(luck, len(allowed), rights, wants, len(need), held)
        found[tuple(held.tolist())] += 1
    assert set(found) <= ways
    assert even(found, len(ways), draws)


def all_ways(allowed: list[int], need: tuple[int, ...], holder: int = 0, held: tuple[int, ...] = ()) -> Any:
    held = held or (-1,) * len(allowed)
    if holder == len(need):
        yield held
        return
    free = [i for i, h in enumerate(held) if h < 0 and allowed[i] >> holder & 1]
    for chosen in combinations(free, need[holder]):
        yield from all_ways(allowed, need, holder + 1, tuple(holder if i in chosen else h for i, h in enumerate(held)))


@compiled
def note_many(journal: Any, count: int) -> None:
    for i in range(count):
        note(journal, 1, i)


@pytest.mark.parametrize("write", [note_many, getattr(note_many, "py_func", note_many)], ids=["compiled", "plain"])
def test_a_full_journal_says_so_instead_of_losing_steps_in_silence(write: Any) -> None:
    journal = new_journal()
    write(journal, ROWS)
    assert [step[1] for step in rows(journal)] == list(range(ROWS))
    write(journal, ROWS + 10)
    with pytest.raises(OverflowError, match="10 steps did not fit into the journal, which has room for 96"):
        rows(journal)
    assert rows(journal) == []  # and it can be used again


def test_a_simulation_notices_a_full_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.load("elfer_raus")
    journal = new_journal()
    journal.lost = 3
    monkeypatch.setattr(simulate, "new_journal", lambda: journal)
    with pytest.raises(OverflowError, match="3 steps"):
        simulate.simulate(game, game.facts.read_options({}, 2), 2, 1)


def test_a_saved_position_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="bytes"):
        record.load(games.load("elfer_raus").record, b"short")


def test_registering_a_game_without_its_verbs_or_with_another_games_record_is_refused() -> None:
    from types import ModuleType

    dtype = record.record_type(("only_here", "<i4"))
    with pytest.raises(TypeError, match="lacks"):
        verbs.register(dtype, ModuleType("toy"))
    toy = ModuleType("toy")
    for verb in verbs.VERBS:
        setattr(toy, verb, bits_of)
    with pytest.raises(TypeError, match="same record"):
        verbs.register(games.load("elfer_raus").record, toy)


@pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled")
def test_a_cache_that_cannot_be_written_is_not_replaced_by_another(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    for _ in range(2):
        told = run(ROOT.parent, SCENE, ELFTAFEL_CACHE=str(blocked / "cache"))
        assert told.stdout.split() == ["1", "1"], told.stderr[-2000:]
        assert "cannot be written" in told.stderr


def run(folder: Path, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


SCENE = """
from elftafel.kernel import record, jit
from elftafel.games.elfer_raus import rules
compiled = []
jit.on_first_compile(lambda: compiled.append(1))
s = record.empty(rules.RECORD)[0]
s.rows[0] = 1 << 11
out = record.new_out()
s.hands[0, 0] = 1 << 12 | 1 << 13
s.players, s.dropped = 2, -1
print(rules.legal(s, out), len(compiled))
"""


@pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled")
def test_the_cache_never_serves_stale_code_and_works_on_a_read_only_install(tmp_path: Path) -> None:
    """A change in a *called* function must be seen, though the calling file's own stamp stays the same."""
    package = tmp_path / "src" / "elftafel"
    shutil.copytree(ROOT, package, ignore=shutil.ignore_patterns("__pycache__", "web"))
    called = package / "kernel" / "record.py"  # Elfer raus! counts its legal moves there
    cache = {"ELFTAFEL_CACHE": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    files = sorted(package.rglob("*"))
    for path in files:
        path.chmod(0o555 if path.is_dir() else 0o444)
    first = run(tmp_path / "src", SCENE, **cache)
    assert first.stdout.split() == ["1", "1"], first.stderr[-2000:]
    assert sorted(package.rglob("*")) == files, "nothing is written into the install"
    again = run(tmp_path / "src", SCENE, **cache)
    assert again.stdout.split() == ["1", "0"], "the second time it comes from the cache"
    shutil.copytree(package, tmp_path / "elsewhere" / "elftafel")
    elsewhere = run(tmp_path / "elsewhere", SCENE, **cache)
    assert elsewhere.stdout.split() == ["1", "0"], "another copy with the same sources uses the same machine code"
    called.chmod(0o644)
    twice = called.read_text().replace("        count += 1\n", "        count += 2\n")
    assert twice != called.read_text()
    called.write_text(twice)
    changed = run(tmp_path / "src", SCENE, **cache)
    assert changed.stdout.split() == ["2", "1"], changed.stderr[-2000:]
    for path in tmp_path.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)


def test_the_key_of_the_cache_covers_every_file_that_compiled_code_imports() -> None:
    """Compiled functions take constants from what their modules import: all of that must be in the key."""
    sources = {str(path.relative_to(jit.PACKAGE)) for path in jit.compiled_sources()}
    for name in games.NAMES:
        assert {f"games/{name}/rules.py", f"games/{name}/policy.py"} <= sources
    code = "import sys, elftafel.kernel.search, elftafel.kernel.batch, elftafel.kernel.hands\n"
    code += "".join(f"import elftafel.games.{name}.rules, elftafel.games.{name}.policy\n" for name in games.NAMES)
    code += "print(*(m.__file__ for n, m in sys.modules.items() if n.startswith('elftafel.')))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    used = {str(Path(file).resolve().relative_to(jit.PACKAGE)) for file in loaded}
    registry = {"games/__init__.py", "games/facts.py", "games/messages.py", "errors.py", "kernel/__init__.py"}
    registry |= {f"games/{name}/facts.py" for name in games.NAMES}  # read to list the games
    assert {file for file in used if not file.endswith("__init__.py")} - registry <= sources


LEVELS = """
import numba, numpy as np, re, sys
from elftafel.kernel.jit import compiled

def total_of(numbers):
    total = 0
    for number in numbers:
        total += number * 3
    return total

def instructions(function):
    function(np.arange(9))
    (assembly,) = function.inspect_asm().values()
    return re.findall(r"^[ \\t]+([a-z][a-z0-9]*)[ \\t\\n]", assembly, re.M)

others = numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True)(total_of)
told = {}
for name in sys.argv[1:]:
    told[name] = instructions(others if name == "others" else compiled(total_of))
print(*told["ours"])
print(*told["others"])
"""


@pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled")
def test_what_is_compiled_first_does_not_decide_how_much_the_rest_is_optimized() -> None:
    """Our functions have a level of their own; Numba's setting for the functions of others stays."""
    found = [
        subprocess.run([sys.executable, "-c", LEVELS, *order], capture_output=True, text=True, check=True).stdout
        for order in (("ours", "others"), ("others", "ours"))
    ]
    ours, others = found[0].splitlines()
    assert ours != others
    assert found[0] == found[1]


@compiled
def next_of(number: Any) -> Any:
    return number + 1


@compiled
def next_of_all(fields: Any) -> Any:
    return next_of(fields.small), next_of(fields.middle), next_of(fields.small * fields.middle), next_of(11)


@pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled")
def test_a_function_is_compiled_once_for_all_widths_of_integers() -> None:
    compiled_names: list[str] = []

    class Listener(event.Listener):  # type: ignore[misc]
        def on_start(self, event: Any) -> None:
            compiled_names.append(event.data["dispatcher"].py_func.__name__)

        def on_end(self, event: Any) -> None:
            pass

    fields = np.array([(7, -300)], [("small", np.int8), ("middle", np.int32)]).view(np.recarray)[0]
    with event.install_listener("numba:compile", Listener()):
        assert next_of_all(fields) == (8, -299, -2099, 12)
    assert compiled_names == ["next_of_all", "next_of"]


@pytest.mark.parametrize("name", games.NAMES)
def test_a_plain_position_has_every_field_of_the_record(name: str) -> None:
    game = games.load(name)
    players = game.facts.players[1]
    state, _ = game.new_round(game.facts.read_options({}, players), players, 0, bytes(range(32)), 0)
    for changed in (False, True):  # the record is read again when it is another one
        if changed:
            game.apply(state, game.legal(state)[-1])
        seen = plain(state)
        for field in game.record.names or ():
            assert as_tuples(getattr(seen, field)) == as_tuples(state[field].tolist()), field
    assert plain(state) is seen


def as_tuples(value: Any) -> Any:
    return tuple(map(as_tuples, value)) if isinstance(value, list | tuple) else value

"""The golden logs still replay, to the very same views and events."""

import pytest

from elftafel import games
from elftafel.match import verify
from tests.golden_logs import FOLDER, all_settings, fingerprints, path_of, read
from tests.settings import Setting, label, settings_of


@pytest.mark.parametrize("setting", all_settings(), ids=label)
def test_a_golden_log_shows_what_it_always_showed(setting: Setting) -> None:
    golden = read(path_of(setting))
    verify(golden.log)
    now = fingerprints(golden.log)
    first = next((i for i, (a, b) in enumerate(zip(golden.fingerprints, now, strict=True)) if a != b), None)
    assert first is None, f"another view or event between plies {20 * (first or 0)} and {20 * (first or 0) + 20}"


@pytest.mark.parametrize("name", games.NAMES)
def test_every_option_and_player_count_is_in_a_golden_log(name: str) -> None:
    used = [read(path).log for path in FOLDER.glob(f"{name}-*.json")]
    wanted = {(k, str(v)) for _, _, options in settings_of(name) for k, v in options.items()}
    assert wanted <= {(k, str(v)) for log in used for k, v in log.options.items()}
    assert {players for _, players, _ in settings_of(name)} == {len(log.seats) for log in used}

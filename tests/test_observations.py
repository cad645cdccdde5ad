"""Observations of recorded matches stay byte for byte what they were: models trained on them depend on it."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from elftafel import games
from elftafel.kernel import verbs
from elftafel.match import MatchLog, story
from tests.golden_logs import FOLDER, read

RECORDED = Path(__file__).parent / "observations.json"
HASHES: dict[str, str] = json.loads(RECORDED.read_text()) if RECORDED.exists() else {}
EVERY = 7  # plies between two positions that are looked at


def digest_of(log: MatchLog) -> str:
    """A hash over what every seat observes in positions of a whole match."""
    digest = hashlib.sha256()
    for ply, (match, _, _) in enumerate(story(log)):
        if ply % EVERY == 0:
            for seat in range(match.players):
                features = np.full(match.game.facts.observation_length, -99, np.int8)
                verbs.observe(match.state, seat, features)
                assert -99 not in features, "a part of the observation was not written"
                digest.update(features.tobytes())
    return digest.hexdigest()[:16]


@pytest.mark.parametrize("name", games.NAMES)
def test_offsets_follow_from_the_lengths_of_the_parts(name: str) -> None:
    facts = games.facts(name)
    ends = [start + part.length for start, part in zip(facts.offsets, facts.observation, strict=True)]
    assert [0, *ends] == [*facts.offsets, facts.observation_length]
    assert facts.offsets.players == next(
        facts.offsets[i] for i, p in enumerate(facts.observation) if p.name == "players"
    )


@pytest.mark.parametrize("name", HASHES)
def test_observations_of_a_golden_log_have_not_changed(name: str) -> None:
    assert digest_of(read(FOLDER / f"{name}.json").log) == HASHES[name]


if __name__ == "__main__":  # after a wanted change: python -m tests.test_observations
    paths = sorted(FOLDER.glob("*.json"))
    RECORDED.write_text(json.dumps({path.stem: digest_of(read(path).log) for path in paths}, indent=1) + "\n")

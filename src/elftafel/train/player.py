"""A learned policy that plays: the network's forward pass in NumPy, so that playing needs no torch.

Training writes `policy.npz` and, beside it, a `policy.py` that names it; the arena and simulations play that as a
policy from outside: `--bots FOLDER.policy:Policy`.
"""

import hashlib
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import msgspec
import numpy as np
from numpy.typing import NDArray

from elftafel.errors import BadInput

NEVER = np.float32(-1e9)  # the score of an action that is not legal
WEIGHTS = "policy.npz"
MODULE = "policy.py"

Weights = dict[str, NDArray[np.float32]]
"""The layers by name, as torch keeps them, with `shift` and `scale` of the features."""


class Meaning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a policy was trained for."""

    game: str
    players: int


class Learned:
    """A trained policy. It takes the most likely legal action, or, `drawn`, one by its probabilities."""

    def __init__(self, folder: Path, game: str, players: int, drawn: bool = False) -> None:
        self.meaning, self.weights = read_weights(folder)
        if self.meaning != Meaning(game, players):
            for_what = f"{self.meaning.game} with {self.meaning.players} players"
            raise BadInput("policy", str(folder), f"it was trained for {for_what}, not for {game} with {players}")
        self.drawn, self.luck = drawn, np.random.default_rng(0)

    def act(self, features: NDArray[Any], mask: NDArray[Any]) -> NDArray[np.int64]:
        """One action for each row."""
        values = scores(self.weights, features)
        if self.drawn:
            values += self.luck.gumbel(size=values.shape).astype(np.float32)
        return best_legal(values, mask)


def scores(weights: Weights, features: NDArray[Any]) -> NDArray[np.float32]:
    """The network's score of every action, legal or not."""
    x: NDArray[Any] = (features.astype(np.float32) - weights["shift"]) * weights["scale"]
    for layer in ("first", "second"):
        x = np.maximum(x @ weights[f"{layer}.weight"].T + weights[f"{layer}.bias"], 0)
    out: NDArray[np.float32] = x @ weights["policy.weight"].T + weights["policy.bias"]
    return out


def best_legal(values: NDArray[np.float32], mask: NDArray[Any]) -> NDArray[np.int64]:
    """The legal action with the highest score in each row."""
    return np.asarray(np.where(mask > 0, values, NEVER).argmax(axis=1), np.int64)


def write_weights(folder: Path, meaning: Meaning, weights: Weights) -> None:
    """Write the policy, and the module by which it is played."""
    with (folder / WEIGHTS).open("wb") as file:
        np.savez(file, meaning=np.frombuffer(msgspec.json.encode(meaning), np.uint8), **weights)  # type: ignore[arg-type]
    mark = hashlib.sha256((folder / WEIGHTS).read_bytes()).hexdigest()[:16]
    (folder / MODULE).write_text(
        f'"""A policy that `elftafel train` wrote: --bots {folder.name}.policy:Policy."""\n\n'
        "from pathlib import Path\n\nfrom elftafel.train.player import Learned\n\n"
        f'WEIGHTS = "{mark}"  # of the file beside this one: a comparison that was stopped sees that they changed\n\n\n'
        "class Policy(Learned):\n"
        '    """Made by the arena with the game and the number of players."""\n\n'
        "    def __init__(self, game: str, players: int) -> None:\n"
        "        super().__init__(Path(__file__).parent, game, players)\n",
        encoding="utf-8",
    )


def read_weights(folder: Path) -> tuple[Meaning, Weights]:
    """A policy that `write_weights` wrote."""
    path = folder / WEIGHTS
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as found:
            weights = dict(found)
        meaning = msgspec.json.decode(weights.pop("meaning").tobytes(), type=Meaning)
        if not {"shift", "scale", "first.weight", "second.weight", "policy.weight"} <= set(weights):
            raise ValueError("layers are missing")
    except (OSError, ValueError, KeyError, BadZipFile, msgspec.DecodeError) as error:
        raise BadInput("policy", str(path), f"a policy that `elftafel train` wrote ({error})") from None
    return meaning, weights

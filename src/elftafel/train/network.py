"""The network: two hidden layers, a score for every action, and a value. Needs torch (extra `train`)."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from elftafel.games.facts import Facts
from elftafel.train.player import NEVER, Weights

FLAT = 0.1  # the least spread by which a feature is divided
LITTLE = 0.01  # how much smaller than usual the policy's last layer begins: almost even choices


class Network:
    """Scores and values from rows of features. `shift` and `scale` make their size even."""

    def __init__(self, inputs: int, actions: int, hidden: int) -> None:
        self.layers = nn.ModuleDict(
            {
                "first": nn.Linear(inputs, hidden),
                "second": nn.Linear(hidden, hidden),
                "policy": nn.Linear(hidden, actions),
                "value": nn.Linear(hidden, 1),
            }
        )
        self.shift, self.scale = torch.zeros(inputs), torch.ones(inputs)
        with torch.no_grad():
            self.layers["policy"].weight.mul_(LITTLE)

    def parameters(self) -> Iterator[Any]:
        """What is learned."""
        return iter(self.layers.parameters())

    def fit_inputs(self, facts: Facts, features: NDArray[np.int8]) -> None:
        """Make numbers as large as zeros and ones, from a first sample of features; bits stay as they are."""
        numbers = np.concatenate([np.full(feature.length, not feature.bits) for feature in facts.observation])
        mean, spread = features.mean(axis=0), np.maximum(features.std(axis=0), FLAT)
        self.shift = torch.from_numpy(np.where(numbers, mean, 0).astype(np.float32))
        self.scale = torch.from_numpy(np.where(numbers, 1 / spread, 1).astype(np.float32))

    def __call__(self, features: Any, mask: Any) -> tuple[Any, Any]:
        """The log-probability of every action, and the value, for int8 rows of features and masks."""
        x = (features.float() - self.shift) * self.scale
        x = torch.relu(self.layers["first"](x))
        x = torch.relu(self.layers["second"](x))
        logits = self.layers["policy"](x).masked_fill(mask == 0, float(NEVER))
        return torch.log_softmax(logits, dim=1), self.layers["value"](x)[:, 0]

    def weights(self) -> Weights:
        """All numbers as arrays: what is written, sent to other machines, and played."""
        found = {name: tensor.detach().numpy().copy() for name, tensor in self.layers.state_dict().items()}
        return {**found, "shift": self.shift.numpy().copy(), "scale": self.scale.numpy().copy()}

    def set_weights(self, weights: Weights) -> None:
        """Take over what `weights` returned."""
        self.layers.load_state_dict(
            {name: torch.from_numpy(np.array(array)) for name, array in weights.items() if "." in name}
        )
        self.shift, self.scale = (torch.from_numpy(np.array(weights[name])) for name in ("shift", "scale"))

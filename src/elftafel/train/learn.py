"""Learning from self-play (PPO), and the run around it: checkpoints, the curve, and going on where it was stopped."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch

from elftafel.errors import BadInput
from elftafel.lab.workers import check_ray
from elftafel.rl.terms import Terms
from elftafel.train.duel import duel
from elftafel.train.imitate import imitate
from elftafel.train.network import Network
from elftafel.train.plan import CurvePoint, TrainingPlan
from elftafel.train.player import Meaning, Weights, best_legal, scores, write_weights
from elftafel.train.selfplay import Collector, Sample, joined

PLAN, CURVE, CHECKPOINT = "plan.json", "curve.jsonl", "checkpoint.pt"
MOST_GRADIENT = 0.5

Tell = Callable[[CurvePoint], None]
Collect = Callable[[Weights], Sample]


class Player:
    """The network as it is now, for comparisons."""

    def __init__(self, network: Network) -> None:
        self.weights = network.weights()

    def act(self, features: Any, mask: Any) -> Any:
        """The most likely action of each row."""
        return best_legal(scores(self.weights, features), mask)


class Learner:
    """One run: a network, its optimizer, and how far they are."""

    def __init__(self, plan: TrainingPlan, folder: Path) -> None:
        torch.set_num_threads(1)
        torch.manual_seed(plan.seed)
        self.plan, self.folder = plan, folder
        self.terms = Terms.of(plan.game, plan.players, dict(plan.options), plan.reward)
        facts = self.terms.game.facts
        self.network = Network(facts.observation_length, facts.action_count, plan.hidden)
        self.adam = torch.optim.Adam(self.network.parameters(), lr=plan.rate, eps=1e-5)
        self.luck = np.random.default_rng(plan.seed)
        self.made, self.updates, self.starts, self.seconds = 0, 0, 0, 0.0
        self.cloned = not plan.clone
        self._since = time.process_time()
        if (folder / CHECKPOINT).exists():
            self._load()

    def _load(self) -> None:
        kept = torch.load(self.folder / CHECKPOINT, weights_only=True)
        self.network.set_weights({name: tensor.numpy() for name, tensor in kept["weights"].items()})
        self.adam.load_state_dict(kept["adam"])
        self.made, self.updates, self.cloned = kept["made"], kept["updates"], kept["cloned"]
        self.starts, self.seconds = kept["starts"] + 1, kept["seconds"]
        self.luck = np.random.default_rng((self.plan.seed, self.starts))

    def save(self) -> None:
        """Write a checkpoint, whole or not at all, and the policy as it can be played."""
        kept = {
            "weights": {name: torch.from_numpy(array) for name, array in self.network.weights().items()},
            "adam": self.adam.state_dict(),
            "made": self.made,
            "updates": self.updates,
            "cloned": self.cloned,
            "starts": self.starts,
            "seconds": self.spent(),
        }
        torch.save(kept, self.folder / f"{CHECKPOINT}.new")
        os.replace(self.folder / f"{CHECKPOINT}.new", self.folder / CHECKPOINT)
        write_weights(self.folder, Meaning(self.plan.game, self.plan.players), self.network.weights())

    def spent(self) -> float:
        """Seconds of the processor so far, in all starts of this run."""
        return self.seconds + time.process_time() - self._since

    def point(self, part: str, decisions: int, entropy: float, explained: float) -> CurvePoint:
        """Compare with the level, and write a point of the curve."""
        plan = self.plan
        share = duel(Player(self.network), self.terms, plan.against, plan.deals)
        point = CurvePoint(
            part, decisions, round(self.spent(), 1), share.value, share.low, share.high, entropy, explained
        )
        with (self.folder / CURVE).open("ab") as file:
            file.write(msgspec.json.encode(point) + b"\n")
        return point

    def run(self, on_ray: bool, tell: Tell) -> None:
        """Imitate, if that is asked for, then play, to the end of the plan."""
        plan = self.plan
        if not self.cloned:
            seen, doubt = imitate(self.network, plan, self.terms)
            self.cloned = True
            self.save()
            tell(self.point("clone", seen, doubt, 0.0))
        if self.made >= plan.decisions:
            return
        with collecting(plan, self.terms, self.starts, on_ray) as collect:
            if not plan.clone and not self.updates:
                first = collect(self.network.weights())  # the size of the features
                self.network.fit_inputs(self.terms.game.facts, first.features)
            while self.made < plan.decisions:
                entropy, explained = self.update(collect(self.network.weights()))
                if self.updates % plan.every == 0 or self.made >= plan.decisions:
                    self.save()
                    tell(self.point("play", self.made, entropy, explained))

    def update(self, sample: Sample) -> tuple[float, float]:
        """Learn from a sample; returns the entropy of the choices and what the value explains."""
        plan = self.plan
        left = max(0.05, 1 - self.made / plan.decisions)
        for group in self.adam.param_groups:
            group["lr"] = plan.rate * left
        value_alone = bool(plan.clone) and self.updates < plan.warm_up
        gains = (sample.gains - sample.gains.mean()) / (sample.gains.std() + 1e-8)
        entropies = []
        for _ in range(plan.passes):
            order = self.luck.permutation(len(sample))
            for first in range(0, len(order), plan.rows):
                some = order[first : first + plan.rows]
                entropies.append(self.step(sample, gains, some, value_alone))
        self.made += len(sample)
        self.updates += 1
        before = sample.worth - sample.gains
        explained = 1 - float(np.var(sample.worth - before) / (np.var(sample.worth) + 1e-8))
        return float(np.mean(entropies)), explained

    def step(self, sample: Sample, gains: Any, some: Any, value_alone: bool) -> float:
        """One step of the optimizer over some rows; returns the entropy."""
        plan = self.plan
        logs, values = self.network(torch.from_numpy(sample.features[some]), torch.from_numpy(sample.mask[some]))
        loss = plan.value_weight * (values - torch.from_numpy(sample.worth[some])).square().mean()
        entropy = -(logs.exp() * logs.clamp(min=-1e4)).sum(dim=1).mean()
        if not value_alone:
            now = logs.gather(1, torch.from_numpy(sample.actions[some])[:, None])[:, 0]
            ratio = (now - torch.from_numpy(sample.chances[some])).exp()
            gain = torch.from_numpy(gains[some])
            bounded = ratio.clamp(1 - plan.clip, 1 + plan.clip)
            loss = loss - torch.minimum(ratio * gain, bounded * gain).mean() - plan.entropy * entropy
        self.adam.zero_grad()
        loss.backward()
        if value_alone:  # what the policy needs stays as it is
            for name in ("first", "second", "policy"):
                for parameter in self.network.layers[name].parameters():
                    parameter.grad = None
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), MOST_GRADIENT)
        self.adam.step()
        return float(entropy.detach())


@contextmanager
def collecting(plan: TrainingPlan, terms: Terms, starts: int, on_ray: bool) -> Iterator[Collect]:
    """What plays: a collector in this process, or one for each processor of a Ray cluster."""
    seed = plan.seed * (1 << 32) % (1 << 35) + starts * (1 << 24)
    if not on_ray:
        here = Collector(terms, plan.batch, seed, plan.hidden)
        yield lambda weights: here.collect(weights, plan.steps, plan.smoothing)
        return
    check_ray()
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # else Ray tells its makers
    import ray

    if not ray.is_initialized():
        ray.init(include_dashboard=False, log_to_driver=False, logging_level="error")
    workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
    make = ray.remote(num_cpus=1)(RemoteCollector).remote
    crew = [make(msgspec.structs.asdict(plan), seed + number * (1 << 20)) for number in range(workers)]

    def collect(weights: Weights) -> Sample:
        sent = ray.put(weights)
        return joined(ray.get([one.collect.remote(sent) for one in crew]))

    try:
        yield collect
    finally:
        for one in crew:
            ray.kill(one)


class RemoteCollector:
    """A collector on a machine of a cluster, made from plain values."""

    def __init__(self, plan: dict[str, Any], seed: int) -> None:
        self.plan = TrainingPlan(**plan)
        terms = Terms.of(self.plan.game, self.plan.players, dict(self.plan.options), self.plan.reward)
        self.collector = Collector(terms, self.plan.batch, seed, self.plan.hidden)

    def collect(self, weights: Weights) -> Sample:
        """See Collector."""
        return self.collector.collect(weights, self.plan.steps, self.plan.smoothing)


def train(
    plan: TrainingPlan, folder: Path, *, on_ray: bool = False, fresh: bool = False, tell: Tell = lambda _: None
) -> None:
    """Train by a plan into a folder, or go on with the run that is there."""
    plan.check()
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / PLAN
    if fresh:
        for name in (PLAN, CURVE, CHECKPOINT):
            (folder / name).unlink(missing_ok=True)
    if kept.exists():
        earlier = msgspec.json.decode(kept.read_bytes(), type=TrainingPlan)
        if earlier != plan:
            changed = [name for name in TrainingPlan.__struct_fields__ if getattr(earlier, name) != getattr(plan, name)]
            raise BadInput("out", str(folder), f"a run with another {', '.join(changed)} is there: give --fresh")
    kept.write_bytes(msgspec.json.format(msgspec.json.encode(plan)) + b"\n")
    Learner(plan, folder).run(on_ray, tell)

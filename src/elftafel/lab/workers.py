"""Long work in parts: in this process, in other processes, or on a Ray cluster.

A part is known by its number. `work(setup, number)` does it, wherever that is.
"""

import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from typing import TypeVar

from elftafel.errors import BadInput, ElftafelError

MOST_JOBS = 256
CHUNK = 4  # parts of one task on Ray, at most; if a worker dies, they are lost

Setup = TypeVar("Setup")
Result = TypeVar("Result")


def finished(
    work: Callable[[Setup, int], Result], setup: Setup, numbers: Sequence[int], jobs: int, on_ray: bool
) -> Generator[Result]:
    """Do the parts of the work with these numbers and yield what each gives as it is done, in any order."""
    if not numbers:
        return
    if on_ray:
        yield from in_ray(work, setup, numbers)
    elif jobs == 1:
        for number in numbers:
            yield work(setup, number)
    else:
        yield from in_processes(work, setup, numbers, jobs)


def in_processes(
    work: Callable[[Setup, int], Result], setup: Setup, numbers: Sequence[int], jobs: int
) -> Iterator[Result]:
    """Work in processes; two parts a process are submitted at a time."""
    pool = ProcessPoolExecutor(min(jobs, len(numbers)), get_context("spawn"), initializer=follow_parent)
    left = iter(numbers)
    others = active_children()

    def submit(count: int) -> set[Future[Result]]:
        return {pool.submit(work, setup, number) for number in islice(left, count)}

    ended = False
    try:
        waiting = submit(2 * jobs)
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= submit(len(done))
            for job in done:
                yield job.result()
        ended = True
    except BrokenProcessPool:
        raise ElftafelError("a worker process died (out of memory?); the same command continues") from None
    finally:
        pool.shutdown(wait=ended, cancel_futures=True)
        if not ended:
            for child in active_children():
                if child not in others:
                    child.terminate()


def follow_parent() -> None:
    """In a worker: ignore Ctrl-C, and end when the parent process has ended for whatever reason."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def work_on_chunk(work: Callable[[Setup, int], Result], setup: Setup, numbers: Sequence[int]) -> list[Result]:
    """Do some parts as one task."""
    return [work(setup, number) for number in numbers]


def check_workers(jobs: int | None, on_ray: bool) -> None:
    """Raise BadInput if so many processes cannot work, or if Ray cannot."""
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise BadInput("jobs", jobs, f"1 to {MOST_JOBS}")
    if on_ray:
        if jobs is not None:
            raise BadInput("jobs", jobs, "with --ray the cluster decides how many work at once")
        check_ray()


def check_ray() -> None:
    """Raise BadInput if Ray is not installed."""
    try:
        import ray  # noqa: F401
    except ImportError:
        raise BadInput("ray", True, "a Ray cluster needs Ray: pip install 'elftafel[ray]'") from None


def in_ray(work: Callable[[Setup, int], Result], setup: Setup, numbers: Sequence[int]) -> Iterator[Result]:
    """Work on a Ray cluster.

    The one that RAY_ADDRESS or `ray start` names, otherwise a new one on this machine.
    """
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # else Ray warns of it
    # The first error ends the run; there is no need to hear of the others.
    os.environ.setdefault("RAY_IGNORE_UNHANDLED_ERRORS", "1")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # else Ray tells its makers
    import ray

    if not ray.is_initialized():
        try:
            ray.init(include_dashboard=False, log_to_driver=False, logging_level="error")
        except (ConnectionError, RuntimeError, ValueError) as error:
            address = os.environ.get("RAY_ADDRESS", "")
            raise BadInput("RAY_ADDRESS", address, f"no cluster could be reached or started: {error}") from None
    workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
    size = max(1, min(CHUNK, len(numbers) // (4 * workers)))
    chunks = iter([numbers[first : first + size] for first in range(0, len(numbers), size)])
    task = ray.remote(num_cpus=1)(work_on_chunk)
    waiting = [task.remote(work, setup, chunk) for chunk in islice(chunks, 2 * workers)]
    try:
        while waiting:
            done, waiting = ray.wait(waiting)
            waiting += [task.remote(work, setup, chunk) for chunk in islice(chunks, len(done))]
            for chunk in ray.get(done):
                yield from chunk
    except ray.exceptions.RayTaskError as error:
        raise (error.cause if isinstance(error.cause, ElftafelError) else error) from None
    except ray.exceptions.RayError as error:
        raise ElftafelError(f"the cluster lost a part of the work; the same command continues ({error})") from None
    finally:
        for job in waiting:
            ray.cancel(job)

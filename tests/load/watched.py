"""What the processes of Bower hold, as the system counts it."""

import os
from collections.abc import Sequence
from pathlib import Path

from tests.serving import Bower

MEGABYTE = 1024 * 1024
PARTS = (("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("max", 1.0))


def processes(bowers: Sequence[Bower]) -> list[Path]:
    """Their folders under /proc."""
    return [Path("/proc") / str(bower.process.pid) for bower in bowers if bower.process]


def memory(bowers: Sequence[Bower]) -> float:
    """Megabytes in memory, of all processes together."""
    pages = sum(int((one / "statm").read_text().split()[1]) for one in processes(bowers))
    return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


def descriptors(bowers: Sequence[Bower]) -> int:
    """Open files and connections."""
    return sum(len(list((one / "fd").iterdir())) for one in processes(bowers))


def cpu(bowers: Sequence[Bower]) -> float:
    """Seconds of the processor."""
    fields = [(one / "stat").read_text().rpartition(")")[2].split() for one in processes(bowers)]
    return sum(int(one[11]) + int(one[12]) for one in fields) / os.sysconf("SC_CLK_TCK")


def own_memory() -> float:
    """Megabytes of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


def part(times: Sequence[float], at: float) -> float:
    """The time that this part of all stays under."""
    return sorted(times)[min(len(times) - 1, int(len(times) * at))] if times else float("nan")

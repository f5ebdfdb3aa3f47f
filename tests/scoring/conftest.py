"""Hypothesis: the same examples in every run. HYPOTHESIS_PROFILE=explore looks for new ones, and longer."""

import os

from hypothesis import HealthCheck, settings

SLOW_MACHINES = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "steady", derandomize=True, database=None, deadline=None, suppress_health_check=SLOW_MACHINES
)
settings.register_profile("explore", max_examples=5_000, deadline=None, suppress_health_check=SLOW_MACHINES)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

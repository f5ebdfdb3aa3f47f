"""What is counted for Prometheus, if METRICS_TOKEN is set and prometheus-client is installed."""

from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

import scoring

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

SHORTEST_TOKEN = 16
METHODS = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"}
CONFLICTS = (409, 412)
REQUEST_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
WAIT_SECONDS = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5)

MISSING = (
    "METRICS_TOKEN is set, but prometheus-client is missing: "
    "run .venv/bin/python -m pip install --require-hashes -r requirements/metrics.txt"
)
TOO_SHORT = f"METRICS_TOKEN is too short: choose at least {SHORTEST_TOKEN} characters."
NOT_SENT = "METRICS_TOKEN has letters that no header carries: choose A to Z, a to z and digits."


@dataclass(frozen=True)
class Metrics:
    """The metrics of this process. Labels have few values, whatever clients send."""

    registry: "CollectorRegistry"
    requests: "Histogram"  # by method, and by class of status: "2xx"; "0xx": gone before the response
    conflicts: "Counter"
    saves: "Counter"
    streams: "Gauge"
    pokes: "Counter"
    webhooks: "Counter"  # by outcome: "accepted" or "failed"
    waits: "Histogram"


def new() -> Metrics:
    """New metrics, all at 0, with those of the process itself and Bower's version beside them."""
    import prometheus_client as prometheus

    registry = prometheus.CollectorRegistry()
    prometheus.ProcessCollector(registry=registry)
    kept: dict[str, Any] = {"registry": registry}
    about = prometheus.Gauge("bower_info", "Bower’s version.", ["version"], registry=registry)
    about.labels(scoring.__version__).set(1)
    return Metrics(
        registry=registry,
        requests=prometheus.Histogram(
            "bower_request_seconds",
            "Requests but streams, until their response has ended.",
            ["method", "status"],
            buckets=REQUEST_SECONDS,
            **kept,
        ),
        conflicts=prometheus.Counter("bower_conflicts", "Writes refused: another phone was first.", **kept),
        saves=prometheus.Counter("bower_saves", "Rows written to the logs of tables.", **kept),
        streams=prometheus.Gauge("bower_streams", "Event streams that are open now.", **kept),
        pokes=prometheus.Counter("bower_pokes", "Changes sent to event streams.", **kept),
        webhooks=prometheus.Counter(
            "bower_webhooks", "Webhooks, by outcome of a delivery.", ["outcome"], **kept
        ),
        waits=prometheus.Histogram(
            "bower_database_wait_seconds",
            "How long writes waited until their transaction began.",
            buckets=WAIT_SECONDS,
            **kept,
        ),
    )


def installed() -> bool:
    return find_spec("prometheus_client") is not None


METRICS = new() if settings.METRICS_TOKEN and installed() else None


@register()
def check_settings(**_options: Any) -> list[CheckMessage]:
    """Refuse to start with a token that nothing can use, or that can be guessed."""
    token = settings.METRICS_TOKEN
    faults: list[CheckMessage] = []
    if token and not installed():
        faults.append(Error(MISSING))
    if token and len(token) < SHORTEST_TOKEN:
        faults.append(Error(TOO_SHORT))
    if not token.isascii() or not token.isprintable():
        faults.append(Error(NOT_SENT))
    return faults


def request_ended(method: str, status: int, seconds: float) -> None:
    """Count a request, and a conflict by its status."""
    if METRICS:
        known = method if method in METHODS else "other"
        METRICS.requests.labels(known, f"{status // 100}xx").observe(seconds)
        if status in CONFLICTS:
            METRICS.conflicts.inc()


def saved() -> None:
    if METRICS:
        METRICS.saves.inc()


def stream_opened() -> None:
    if METRICS:
        METRICS.streams.inc()


def stream_closed() -> None:
    if METRICS:
        METRICS.streams.dec()


def poked() -> None:
    if METRICS:
        METRICS.pokes.inc()


def webhook_sent(failed: bool) -> None:
    if METRICS:
        METRICS.webhooks.labels("failed" if failed else "accepted").inc()


def database_waited(seconds: float) -> None:
    if METRICS:
        METRICS.waits.observe(seconds)


def as_text() -> bytes:
    """All metrics in Prometheus's text format."""
    from prometheus_client import generate_latest

    return generate_latest(METRICS.registry) if METRICS else b""

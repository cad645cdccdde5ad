"""What the server measures of itself, for Prometheus. Each app has a registry of its own."""

import asyncio
import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

CONTENT_TYPE = CONTENT_TYPE_LATEST
FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
LAG_EVERY = 0.25  # seconds between measurements of the event loop


class Metrics:
    """All metrics, as attributes; the code that knows a value sets it."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        ProcessCollector(registry=registry)

        self.ack_seconds = Histogram(
            "elftafel_ack_seconds", "From a command's arrival to its acknowledgement", buckets=FAST, registry=registry
        )
        self.commit_seconds = Histogram(
            "elftafel_commit_seconds",
            "From handing an append to the store to its commit",
            buckets=FAST,
            registry=registry,
        )
        self.bot_seconds = Histogram(
            "elftafel_bot_thinking_seconds", "Of a bot, for one decision", buckets=SLOW, registry=registry
        )
        self.loop_lag = Histogram(
            "elftafel_loop_lag_seconds", "How late the event loop wakes up a sleeper", buckets=FAST, registry=registry
        )
        self.queue_depth = Gauge(
            "elftafel_queue_depth", "What waits: for the database, for a bot, to be sent", ["queue"], registry=registry
        )
        self.sockets = Gauge("elftafel_sockets", "Open sockets", registry=registry)
        self.tables = Gauge("elftafel_tables", "Tables in memory", registry=registry)
        self.resyncs = Counter(
            "elftafel_resyncs", "Viewers who missed too much and got a whole welcome", registry=registry
        )
        self.ended = Counter("elftafel_ended_sockets", "Sockets the server closed, by why", ["why"], registry=registry)
        self.refused = Counter("elftafel_refused_commands", "Refused commands, by key", ["error"], registry=registry)
        self.messages_in = Counter("elftafel_messages_received", "Messages from clients", registry=registry)
        self.messages_out = Counter("elftafel_messages_sent", "Messages to clients", registry=registry)
        self.requests = Counter(
            "elftafel_http_requests", "HTTP requests", ["method", "route", "status"], registry=registry
        )
        self.request_seconds = Histogram(
            "elftafel_http_seconds", "To answer an HTTP request", ["route"], buckets=FAST, registry=registry
        )
        self.failures = Counter(
            "elftafel_failures", "Exceptions nobody expected; each is in the log", ["where"], registry=registry
        )

    def text(self) -> bytes:
        """All metrics in the format that Prometheus reads."""
        return generate_latest(self.registry)


async def watch_loop(metrics: Metrics, every: float = LAG_EVERY) -> None:
    """Measure the event loop's lag until cancelled."""
    while True:
        before = time.monotonic()
        await asyncio.sleep(every)
        metrics.loop_lag.observe(max(0.0, time.monotonic() - before - every))

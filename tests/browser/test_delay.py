"""The delay proxy itself: what it adds, what it keeps, what it cuts."""

import contextlib
import socket
import socketserver
import threading
import time
from collections.abc import Iterator

import pytest

from tests.browser.delay import DelayProxy
from tests.browser.serving import HOST

EACH_WAY = 0.05


class Echo(socketserver.BaseRequestHandler):
    def handle(self) -> None:
        with contextlib.suppress(OSError):
            while chunk := self.request.recv(4096):
                self.request.sendall(chunk)


class EchoServer(socketserver.ThreadingTCPServer):
    daemon_threads = True


@pytest.fixture
def proxy() -> Iterator[DelayProxy]:
    with EchoServer((HOST, 0), Echo) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        with DelayProxy(server.server_address[1], EACH_WAY) as proxy:
            yield proxy
        server.shutdown()


def connect(proxy: DelayProxy) -> socket.socket:
    return socket.create_connection((HOST, proxy.port), timeout=10)


def receive(wire: socket.socket, length: int) -> bytes:
    got = b""
    while len(got) < length and (chunk := wire.recv(length - len(got))):
        got += chunk
    return got


def is_broken(wire: socket.socket) -> bool:
    try:
        return wire.recv(1) == b""
    except ConnectionError:
        return True


def test_a_round_trip_takes_the_delay_twice(proxy: DelayProxy) -> None:
    with connect(proxy) as wire:
        start = time.perf_counter()
        wire.sendall(b"ping")
        assert receive(wire, 4) == b"ping"
        assert time.perf_counter() - start >= 2 * EACH_WAY


def test_it_adds_latency_and_keeps_throughput_and_order(proxy: DelayProxy) -> None:
    sent = [b"%06d" % i for i in range(2000)]
    with connect(proxy) as wire:
        start = time.perf_counter()
        for chunk in sent:
            wire.sendall(chunk)
        assert receive(wire, 12000) == b"".join(sent)
        assert time.perf_counter() - start < 20 * EACH_WAY  # one after the other would be 4000
    assert (proxy.up, proxy.down) == (12000, 12000)


def test_the_delay_can_be_changed(proxy: DelayProxy) -> None:
    proxy.delay = 0.25
    with connect(proxy) as wire:
        start = time.perf_counter()
        wire.sendall(b"ping")
        receive(wire, 4)
        assert time.perf_counter() - start >= 0.5


def test_a_line_that_rests_too_long_is_broken(proxy: DelayProxy) -> None:
    proxy.rest = 4 * EACH_WAY
    with connect(proxy) as wire:
        for _ in range(8):
            wire.sendall(b"ping")
            assert receive(wire, 4) == b"ping"
        assert is_broken(wire)


def test_an_end_is_passed_on(proxy: DelayProxy) -> None:
    with connect(proxy) as wire:
        wire.sendall(b"last")
        wire.shutdown(socket.SHUT_WR)
        assert receive(wire, 100) == b"last"


def test_cut_breaks_and_refuses_until_restored(proxy: DelayProxy) -> None:
    with connect(proxy) as wire:
        wire.sendall(b"ping")
        receive(wire, 4)
        proxy.cut()
        assert is_broken(wire)
    with connect(proxy) as wire:
        assert is_broken(wire)
    proxy.restore()
    with connect(proxy) as wire:
        wire.sendall(b"ping")
        assert receive(wire, 4) == b"ping"

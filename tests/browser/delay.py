"""A proxy that makes the way to the server longer: latency, not throughput. It can also cut and count it."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Self

from tests.browser.serving import HOST

CHUNK = 1 << 16


class DelayProxy:
    """Forwards TCP to a port of this machine and delivers each chunk `delay` seconds after it came, in order.

    `delay` may be changed while it runs. `down` and `up` count the bytes from and to the server. A line
    on which nothing has come for `rest` seconds from one of its ends is broken, as many a proxy does.
    """

    def __init__(self, port: int, delay: float = 0.05, rest: float | None = None) -> None:
        self.target = port
        self.delay = delay
        self.rest = rest
        self.down = self.up = 0
        self.port = 0
        self._refusing = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="delay proxy", daemon=True)
        self._listener: asyncio.Server | None = None

    @property
    def url(self) -> str:
        """Where the delayed server is found."""
        return f"http://{HOST}:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        self._call(self._listen())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._call(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def cut(self) -> None:
        """Break every connection, and refuse new ones until restore(): a lost network."""
        self._call(self._cut())

    def restore(self) -> None:
        """Accept connections again."""
        self._refusing = False

    def _call(self, work: Coroutine[None, None, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout=10)

    async def _listen(self) -> None:
        self._listener = await asyncio.start_server(self._accept, HOST, 0)
        self.port = self._listener.sockets[0].getsockname()[1]

    async def _close(self) -> None:
        assert self._listener is not None
        self._listener.close()
        await self._cut()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _cut(self) -> None:
        self._refusing = True
        for writer in tuple(self._writers):
            writer.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.CancelledError):  # cancelled when the proxy is closed
            if self._refusing:
                return writer.transport.abort()
            back, forth = await asyncio.open_connection(HOST, self.target)
            mine = {writer, forth}
            self._writers |= mine
            try:
                await asyncio.gather(
                    self._carry(reader, forth, self._count_up), self._carry(back, writer, self._count_down)
                )
            finally:
                self._writers -= mine
                for each in mine:
                    each.close()

    def _count_up(self, chunk: bytes) -> bytes:
        self.up += len(chunk)
        # A WebSocket is refused where the page seems to come from another address than the server's own.
        own, other = f"http://{HOST}:{self.target}".encode(), self.url.encode()
        return chunk.replace(b"Origin: " + other, b"Origin: " + own) if chunk.startswith(b"GET ") else chunk

    def _count_down(self, chunk: bytes) -> bytes:
        self.down += len(chunk)
        return chunk

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, passing: Callable[[bytes], bytes]
    ) -> None:
        writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        delivery = asyncio.create_task(self._deliver(waiting, writer))
        try:
            while chunk := await asyncio.wait_for(reader.read(CHUNK), self.rest):
                waiting.put_nowait((self._loop.time() + self.delay, passing(chunk)))
        except (ConnectionError, TimeoutError):
            writer.transport.abort()
        waiting.put_nowait((self._loop.time() + self.delay, b""))
        await delivery

    async def _deliver(
        self, waiting: "asyncio.Queue[tuple[float, bytes]]", writer: asyncio.StreamWriter
    ) -> None:
        with contextlib.suppress(OSError, RuntimeError):  # the other side has gone
            while True:
                due, chunk = await waiting.get()
                await asyncio.sleep(due - self._loop.time())
                if not chunk:
                    return writer.write_eof()
                writer.write(chunk)

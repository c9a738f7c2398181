"""Connect a socket to the site, as a browser does."""

from typing import Any

from channels.testing import WebsocketCommunicator

from tests.conftest import PATIENCE_SECONDS


class Socket(WebsocketCommunicator):  # type: ignore[misc]
    """Waits as long as a busy machine may take; Channels' own class gives up after a second."""

    async def receive_output(self, *_: float) -> dict[str, Any]:
        output: dict[str, Any] = await super().receive_output(PATIENCE_SECONDS)
        return output

    async def wait(self, *_: float) -> None:
        await super().wait(PATIENCE_SECONDS)

"""A server over a real socket, and ways to ask it."""

import io
from collections.abc import Callable, Iterator

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from broadgauge.v1 import (
    action_service_pb2_grpc,
    catalog_service_pb2_grpc,
    game_service_pb2,
    game_service_pb2_grpc,
    legal_action_service_pb2_grpc,
    picture_service_pb2_grpc,
    record_pb2,
    route_service_pb2_grpc,
)
from broadgauge_server.logs import make_logger
from broadgauge_server.server import Server
from broadgauge_server.settings import Settings


class Client:
    """The stubs of one channel."""

    def __init__(self, address: str) -> None:
        self.channel = grpc.insecure_channel(address)
        self.games = game_service_pb2_grpc.GameServiceStub(self.channel)
        self.legal_actions = legal_action_service_pb2_grpc.LegalActionServiceStub(self.channel)
        self.actions = action_service_pb2_grpc.ActionServiceStub(self.channel)
        self.routes = route_service_pb2_grpc.RouteServiceStub(self.channel)
        self.pictures = picture_service_pb2_grpc.PictureServiceStub(self.channel)
        self.catalog = catalog_service_pb2_grpc.CatalogServiceStub(self.channel)


class Refused:
    """A failed call, taken apart."""

    def __init__(self, error: grpc.RpcError) -> None:
        assert isinstance(error, grpc.Call)
        self.code = error.code()
        self.text = error.details()
        self.info = error_details_pb2.ErrorInfo()
        self.bad_request = error_details_pb2.BadRequest()
        self.precondition = error_details_pb2.PreconditionFailure()
        status = rpc_status.from_call(error)
        assert status is not None, f"{self.code} {self.text} has no details"
        for detail in status.details:
            for message in (self.info, self.bad_request, self.precondition):
                detail.Unpack(message)

    @property
    def field(self) -> str:
        """The path of the field that is wrong."""
        return self.bad_request.field_violations[0].field


@pytest.fixture(scope="session")
def log() -> io.StringIO:
    """What the server writes to its log."""
    return io.StringIO()


@pytest.fixture(scope="session")
def start_server(log: io.StringIO) -> Iterator[Callable[..., Server]]:
    """Starts servers on free ports, and stops them at the end."""
    started: list[Server] = []

    def start(**settings: object) -> Server:
        server = Server(Settings(port=0, grace_seconds=1.0, **settings), make_logger("json", log))
        server.start()
        started.append(server)
        return server

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="session")
def address(start_server: Callable[..., Server]) -> str:
    """The address of a server with default settings."""
    return start_server().address


@pytest.fixture(scope="session")
def client(address: str) -> Iterator[Client]:
    """A client of the server with default settings."""
    client = Client(address)
    yield client
    client.channel.close()


@pytest.fixture(scope="session")
def client_of() -> Callable[[str], Client]:
    """Makes a client of a server at an address."""
    return Client


@pytest.fixture(scope="session")
def refusal() -> Callable[..., Refused]:
    """Makes a call that must fail; the error, taken apart."""

    def call(method: Callable[..., object], request: object) -> Refused:
        with pytest.raises(grpc.RpcError) as caught:
            method(request)
        return Refused(caught.value)

    return call


def setup_message(**changes: object) -> record_pb2.GameSetup:
    """A set-up for three players, with some parts changed."""
    values: dict[str, object] = {"title": "1822", "players": ["Ada", "Bertram", "Clara"], "seed": 7}
    return record_pb2.GameSetup(**{**values, **changes})  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def make_setup() -> Callable[..., record_pb2.GameSetup]:
    """Makes set-ups."""
    return setup_message


@pytest.fixture
def created(client: Client) -> game_service_pb2.CreateGameResponse:
    """A new game of 1822 for three players."""
    return client.games.CreateGame(game_service_pb2.CreateGameRequest(setup=setup_message()))

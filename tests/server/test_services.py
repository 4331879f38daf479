"""The standard services: health and reflection."""

import grpc
from google.protobuf.descriptor_pool import DescriptorPool
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

SERVICES = {
    "broadgauge.v1.ActionService",
    "broadgauge.v1.CatalogService",
    "broadgauge.v1.GameService",
    "broadgauge.v1.LegalActionService",
    "broadgauge.v1.PictureService",
    "broadgauge.v1.RouteService",
}


def test_reflection_lists_the_services(address: str) -> None:
    """A reflection client finds our services, health, and reflection itself."""
    with grpc.insecure_channel(address) as channel:
        found = set(ProtoReflectionDescriptorDatabase(channel).get_services())

    assert found == {*SERVICES, "grpc.health.v1.Health", "grpc.reflection.v1alpha.ServerReflection"}


def test_reflection_describes_a_method(address: str) -> None:
    """A reflection client can learn the fields of a request without our protos."""
    with grpc.insecure_channel(address) as channel:
        pool = DescriptorPool(ProtoReflectionDescriptorDatabase(channel))
        service = pool.FindServiceByName("broadgauge.v1.ActionService")
        request = service.FindMethodByName("SubmitAction").input_type

    assert [field.name for field in request.fields] == ["position", "action", "expected_etag"]


def test_every_service_is_healthy(address: str) -> None:
    """The health service answers SERVING for the server and for each service."""
    with grpc.insecure_channel(address) as channel:
        health = health_pb2_grpc.HealthStub(channel)
        answers = {name: health.Check(health_pb2.HealthCheckRequest(service=name)).status for name in ("", *SERVICES)}

    assert set(answers.values()) == {health_pb2.HealthCheckResponse.SERVING}

"""TLS from files, read again when they change."""

from __future__ import annotations

import grpc

from .settings import Settings
from .watched_file import WatchedFiles

PEM = b"-----BEGIN"


def credentials(settings: Settings) -> grpc.ServerCredentials | None:
    """The credentials of the main port; None where there is no TLS.

    Raises:
        OSError: a file cannot be used; the message names it.
    """
    if settings.tls_certificate is None or settings.tls_key is None:
        return None
    authorities = (settings.tls_client_ca,) if settings.tls_client_ca else ()
    paths = (settings.tls_certificate, settings.tls_key, *authorities)
    try:
        files = WatchedFiles(paths, _configuration)
    except ValueError as error:
        raise OSError(f"cannot use {', '.join(map(str, paths))}: {error}") from None
    seen = files.value

    def changed() -> grpc.ServerCertificateConfiguration | None:
        nonlocal seen
        before, seen = seen, files.value
        return None if seen is before else seen

    return grpc.dynamic_ssl_server_credentials(
        seen,
        changed,  # type: ignore[arg-type]
        require_client_authentication=len(paths) > 2,
    )


def check_pem(content: bytes) -> None:
    """Refuses the content of a file that is not PEM.

    Raises:
        ValueError: it is not.
    """
    if PEM not in content:
        raise ValueError("it is not PEM")


def _configuration(
    certificate: bytes, key: bytes, authorities: bytes | None = None
) -> grpc.ServerCertificateConfiguration:
    for content in (certificate, key, *([authorities] if authorities is not None else ())):
        check_pem(content)
    return grpc.ssl_server_certificate_configuration([(key, certificate)], root_certificates=authorities)

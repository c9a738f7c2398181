"""Which addresses of this machine other machines can use."""

import ipaddress
import socket

# Never contacted: connecting a datagram socket only asks the routing table.
_PROBES = ("192.0.2.1", "10.255.255.255", "172.31.255.255", "192.168.255.255", "2001:db8::1", "fd00::1")


def lan_addresses() -> list[str]:
    found: dict[str, None] = {}
    for probe in _PROBES:
        family = socket.AF_INET6 if ":" in probe else socket.AF_INET
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as sock:
                sock.connect((probe, 9))
                address = str(sock.getsockname()[0])
        except OSError:
            continue
        parsed = ipaddress.ip_address(address)
        if not parsed.is_loopback and not parsed.is_link_local and not parsed.is_unspecified:
            found[address] = None
    return list(found)


def reachable_hosts(host: str) -> list[str]:
    """Host names under which a server bound to `host` is reached from elsewhere, as URLs write them."""
    if host not in ("0.0.0.0", "::", "[::]"):  # noqa: S104  a comparison, not a binding
        return [url_host(host)]
    name = socket.gethostname()
    by_address = [url_host(address) for address in lan_addresses()]
    return [*by_address, name, f"{name}.local"] if name else by_address


def url_host(host: str) -> str:
    bare = host.strip("[]")
    return f"[{bare}]" if ":" in bare else bare

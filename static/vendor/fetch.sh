#!/bin/sh
# Fetch the pinned htmx and check it; after raising VERSION run with NEW=1 to write the new checksums.
set -eu
VERSION=4.0.1
cd "$(dirname "$0")"
aside=$(mktemp -d)
trap 'rm -rf "$aside"' EXIT
(cd "$aside" && npm pack --silent "htmx.org@$VERSION" >/dev/null && tar xzf ./*.tgz)
cp "$aside/package/dist/htmx.min.js" "$aside/package/dist/ext/hx-ws.min.js" "$aside/package/LICENSE" .
sed -i '/^\/\/# sourceMappingURL=/d' htmx.min.js hx-ws.min.js
if [ -n "${NEW:-}" ]; then sha256sum htmx.min.js hx-ws.min.js >SHA256SUMS; fi
sha256sum -c SHA256SUMS

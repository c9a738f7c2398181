"""Serve knock-outs to programs written for the contest's own protocol: a WebSocket at `/` and `/contest/`."""

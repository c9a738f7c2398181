"""Serve our own protocol for programs: JSON over a WebSocket at /ws/bot/v1/."""

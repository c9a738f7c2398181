"""Decide who may see, sit at, watch and host a table. Every entry point asks `permissions`."""

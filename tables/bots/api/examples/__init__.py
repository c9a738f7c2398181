"""Hold example programs to download."""

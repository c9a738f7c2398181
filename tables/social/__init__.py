"""Show friends where they play, and notify players of requests and invitations."""

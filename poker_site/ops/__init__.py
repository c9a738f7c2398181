"""Install, start, upgrade, back up and watch the site. Begin with `startup` and `health`."""

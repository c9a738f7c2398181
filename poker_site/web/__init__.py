"""Provide what all pages and sockets share: middleware, error pages, limits, fragments, the web server itself.

Begin with `server`, which accepts connections, or `middleware`, which every request passes.
"""

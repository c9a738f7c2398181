"""Measure how quickly the pages about old hands come when there are a million hands."""

"""Keep accounts of people and bots: names, preferences, sanctions, sessions, friends.

Begin with `services`: one module for each kind of change. `consumers` closes open pages when an account may not go on.
"""

"""Put a table in motion, with a function for each verb: deal, act, settle, sit down, leave, top up.

Begin with `acting` for a player's decision and `due` for what happens when time is over.
"""

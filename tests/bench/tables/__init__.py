"""How many tables one machine can serve, and how quickly: python -m tests.bench.tables"""

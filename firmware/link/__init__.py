"""How handhelds agree on one table: snapshots down, wishes up. Imports the rules and nothing else of the house."""

-- locks nothing
-- Adds the facts of before migration 16 to the ledger.
-- repeated until it returns 0

select record_missing_facts(2000) as changed;

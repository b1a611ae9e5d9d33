-- Plans every later statement of this transaction for the current table sizes. A cached plan from the time when the tables
-- were nearly empty can scan a whole index for each row.
set local plan_cache_mode = force_custom_plan

-- Until the end of the transaction, each statement is planned for the current sizes of its tables. A plan that was kept from the time
-- when they were nearly empty can read a whole index for each row.
set local plan_cache_mode = force_custom_plan

-- From here to the end of the transaction each statement is planned for the tables as they are now. A plan that was kept from when
-- they were nearly empty may read a whole index for each row.
set local plan_cache_mode = force_custom_plan

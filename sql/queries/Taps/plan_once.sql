-- Ends what plan_for_current_sizes began: later statements of this transaction use the plans that the connection keeps.
set local plan_cache_mode = auto

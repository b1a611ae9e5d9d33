-- locks office_settings for a moment
-- Changes of offices' settings become facts of the ledger.

create trigger facts_after_insert after insert on office_settings referencing new table as changed
    for each statement execute function record_changed_facts('settings');
create trigger facts_after_update after update on office_settings referencing new table as changed
    for each statement execute function record_changed_facts('settings');

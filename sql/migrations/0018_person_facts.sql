-- locks person for a moment
-- Changes of people's names become facts of the ledger.

create trigger facts_after_insert after insert on person referencing new table as changed
    for each statement execute function record_changed_facts('person');
create trigger facts_after_update after update on person referencing new table as changed
    for each statement execute function record_changed_facts('person');

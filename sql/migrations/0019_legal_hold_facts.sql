-- locks legal_hold for a moment
-- Legal holds become facts of the ledger.

create trigger facts_after_insert after insert on legal_hold referencing new table as changed
    for each statement execute function record_changed_facts('hold');
create trigger facts_after_update after update on legal_hold referencing new table as changed
    for each statement execute function record_changed_facts('hold');

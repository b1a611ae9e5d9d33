-- Whoever audits reads the ledger, and nobody's record.
alter table person
    drop constraint person_role_check,
    add constraint person_role_check check (role in ('employee', 'manager', 'hr', 'administrator', 'auditor'));

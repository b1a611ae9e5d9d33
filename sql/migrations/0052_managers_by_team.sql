-- locks person for a moment
-- The role manager gave no permissions: teams name their managers. Its people are employees, and stay managers of their teams.
alter table person drop constraint person_role_check;
update person set role = 'employee' where role = 'manager';
alter table person add constraint person_role_check check (role in ('employee', 'hr', 'administrator', 'auditor'));

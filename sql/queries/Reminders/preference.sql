-- A person's choice about reminders.
-- No row: the person has never made one.
-- :person
select is_on, email, is_email_confirmed, language from person_reminders where person_id = :person::bigint

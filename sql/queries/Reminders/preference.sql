-- A person's choice about reminders, and the e-mail address of the account.
-- :person
select coalesce(is_on, true) as is_on, person_reminders.email, coalesce(is_email_confirmed, false) as is_email_confirmed, language,
       person.email as account_email
  from person left join person_reminders on person_reminders.person_id = person.id where person.id = :person::bigint

-- Marks a person's e-mail address as not confirmed, because there is no such mailbox.
-- :person   :email
update person_reminders set is_email_confirmed = false, email_confirmed_at = null
 where person_id = :person::bigint and email = :email::text

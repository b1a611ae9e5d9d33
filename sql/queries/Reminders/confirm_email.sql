-- Confirms a person's e-mail address.
-- No row: the person has another address by now.
-- :person   :email   :now
update person_reminders set is_email_confirmed = true,
                            email_confirmed_at = coalesce(email_confirmed_at, :now::timestamptz)
 where person_id = :person::bigint and email = :email::text returning person_id

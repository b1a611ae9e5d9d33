-- Sets a person's e-mail address.
-- :person   :email  null: none   :is_confirmed
insert into person_reminders (person_id, email, is_email_confirmed)
values (:person::bigint, :email::text, :is_confirmed::bool)
on conflict (person_id) do update set email = excluded.email, is_email_confirmed = excluded.is_email_confirmed

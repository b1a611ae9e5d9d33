-- Sets a person's e-mail address.
-- :person   :email  null: none   :is_confirmed   :now
insert into person_reminders (person_id, email, is_email_confirmed, email_confirmed_at)
values (:person::bigint, :email::text, :is_confirmed::bool, case when :is_confirmed::bool then :now::timestamptz end)
on conflict (person_id) do update set email = excluded.email, is_email_confirmed = excluded.is_email_confirmed,
                                      email_confirmed_at = excluded.email_confirmed_at

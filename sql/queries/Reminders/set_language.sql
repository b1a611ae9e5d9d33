-- Sets the language of a person's messages, and nothing else.
-- :person   :language   :if_none  whether a stored language stays
insert into person_reminders (person_id, language) values (:person::bigint, :language::text)
on conflict (person_id) do update set language = excluded.language where not :if_none::bool

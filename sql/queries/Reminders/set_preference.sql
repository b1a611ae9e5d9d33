-- Switches a person's reminders on or off. If they are off, waiting messages are not sent any more.
-- :person   :is_on   :language  stored only for a person who has made no choice yet
with stopped as (
    update reminder set state = 'obsolete', ended_at = now()
     where person_id = :person::bigint and not :is_on::bool and state = 'waiting'
)
insert into person_reminders (person_id, is_on, language) values (:person::bigint, :is_on::bool, :language::text)
on conflict (person_id) do update set is_on = excluded.is_on

-- Switches a person's reminders on or off. If they are off, waiting messages are not sent any more.
-- :person   :is_on   :language  if none is stored
with stopped as (
    update reminder set state = 'obsolete', ended_at = now()
     where person_id = :person::bigint and not :is_on::bool and state = 'waiting'
)
insert into person_reminders (person_id, is_on, language) values (:person::bigint, :is_on::bool, :language::text)
on conflict (person_id) do update set is_on = excluded.is_on

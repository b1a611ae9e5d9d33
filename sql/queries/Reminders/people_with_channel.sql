-- The people of an office who get reminders, by id.
-- :office   :channels
select distinct person_id from reminder_channel
 where office_id = :office::bigint and channel = any(:channels::text[]) order by person_id

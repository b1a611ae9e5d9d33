-- Sets the reminders of an office. If they are off, its waiting messages are not sent any more, except to people who were asked.
-- :office   :is_on   :missing_end_s   :quiet_from_s   :quiet_to_s   :now  null: by the database's clock
with stopped as (
    update reminder set state = 'obsolete', ended_at = now()
      from person
     where person.id = reminder.person_id and person.office_id = :office::bigint and not :is_on::bool
       and reminder.state = 'waiting'
       and not exists (select from day_question where day_question.case_id = reminder.case_id)
)
insert into office_reminders (office_id, is_on, missing_end_s, quiet_from_s, quiet_to_s, on_since)
values (:office::bigint, :is_on::bool, :missing_end_s::bigint, :quiet_from_s::bigint, :quiet_to_s::bigint,
        coalesce(:now::timestamptz, now()))
on conflict (office_id) do update
   set is_on = excluded.is_on, missing_end_s = excluded.missing_end_s, quiet_from_s = excluded.quiet_from_s,
       quiet_to_s = excluded.quiet_to_s,
       on_since = case when office_reminders.is_on then office_reminders.on_since else excluded.on_since end

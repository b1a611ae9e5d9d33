-- Adds the messages to people who were asked for a missing clock-out, also in offices without reminders. A message that exists
-- stays as it is.
-- :channels   :now   :asked_since
with question as (
    select day_question.person_id, day_question.case_id, day_question.day,
           person.email is not null or coalesce(person_reminders.is_email_confirmed, false) as has_email
      from day_question
      join person on person.id = day_question.person_id and person.left_at is null
      left join person_reminders on person_reminders.person_id = day_question.person_id
     where day_question.asked_at >= :asked_since::timestamptz and coalesce(person_reminders.is_on, true)
),
message as (
    select person_id, case_id, day, 'mail' as channel, null::bigint as device_id from question where has_email
    union all
    select question.person_id, question.case_id, question.day, 'push', push_subscription.id
      from question join push_subscription on push_subscription.person_id = question.person_id
)
insert into reminder (person_id, kind, case_id, day, channel, device_id, not_before, created_at)
select person_id, 'missing_end', case_id, day, channel, device_id, :now::timestamptz, :now::timestamptz
  from message
 where channel = any(:channels::text[])
   -- Most messages exist already.
   and not exists (select from reminder
                    where reminder.person_id = message.person_id and reminder.kind = 'missing_end'
                      and reminder.case_id = message.case_id and reminder.channel = message.channel
                      and coalesce(reminder.device_id, 0) = coalesce(message.device_id, 0))
 order by person_id, case_id, channel, device_id
on conflict do nothing

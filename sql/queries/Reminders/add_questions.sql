-- Adds the messages to people who were asked for a missing clock-out, also in offices without reminders. A message that exists
-- stays as it is. None is added while a server runs that does not know migration 56: it would discard them.
-- :channels   :now   :asked_since
insert into reminder (person_id, kind, case_id, day, channel, device_id, not_before, created_at)
select question.person_id, 'missing_end', question.case_id, question.day, channel.channel, channel.device_id,
       :now::timestamptz, :now::timestamptz
  from day_question as question
  join message_channel as channel on channel.person_id = question.person_id
 where question.asked_at >= :asked_since::timestamptz and channel.channel = any(:channels::text[])
   -- Most messages exist already.
   and not exists (select from reminder
                    where reminder.person_id = question.person_id and reminder.kind = 'missing_end'
                      and reminder.case_id = question.case_id and reminder.channel = channel.channel
                      and coalesce(reminder.device_id, 0) = coalesce(channel.device_id, 0))
   and not exists (select from pg_stat_activity, regexp_match(application_name, '^desktap \S+ schema (\d+) on ') as part
                    where datname = current_database() and part[1]::bigint < 56)
 order by question.person_id, question.case_id, channel.channel, channel.device_id
on conflict do nothing

-- Adds the messages about correction requests: a decision for the requester, and an open request for the people who can decide.
-- A message that exists stays as it is. The requests of a whole day are one message, that of the first.
-- Arrays, one element per office with reminders: :offices bigint[]   :allowed timestamptz[]  when its people may get a message
-- :channels   :now   :decided_since   :asked_since
with found as (
    select asker_id as person_id, 'request_decided' as kind, id as case_id, decided_at as at
      from correction_request
     where state in ('approved', 'refused') and decider_id <> asker_id and decided_at >= :decided_since::timestamptz
    union all
    select person_id, 'request_waiting', request_id, asked_at from request_decider where asked_at >= :asked_since::timestamptz
)
insert into reminder (person_id, kind, case_id, channel, device_id, not_before, created_at)
select found.person_id, found.kind, found.case_id, channel.channel, channel.device_id, office.allowed, :now::timestamptz
  from found
  join reminder_channel as channel on channel.person_id = found.person_id and channel.since <= found.at
  join unnest(:offices::bigint[], :allowed::timestamptz[]) as office (id, allowed) on office.id = channel.office_id
 where channel.channel = any(:channels::text[])
   -- Most messages exist already.
   and not exists (select from reminder
                    where reminder.person_id = found.person_id and reminder.kind = found.kind
                      and reminder.case_id = found.case_id and reminder.channel = channel.channel
                      and coalesce(reminder.device_id, 0) = coalesce(channel.device_id, 0))
   -- The decisions on a day at once are milliseconds apart (decide_request.sql). The message about an earlier one is sent already.
   and not follows_first_of_day(found.case_id, found.at - interval '1 second')
 -- Two servers that add the same messages in different orders would deadlock.
 order by found.person_id, found.kind, found.case_id, channel.channel, channel.device_id
on conflict do nothing

-- Adds the messages about sessions without an end. A message that exists stays as it is.
-- Arrays, one element per session: :people bigint[]   :cases uuid[]  one for each person and day   :days int[]  days since 1970-01-01
-- :channels   :not_before   :now
insert into reminder (person_id, kind, case_id, day, channel, device_id, not_before, created_at)
select found.person_id, 'missing_end', found.case_id, date '1970-01-01' + found.day, channel.channel, channel.device_id,
       :not_before::timestamptz, :now::timestamptz
  from unnest(:people::bigint[], :cases::uuid[], :days::int[]) as found (person_id, case_id, day)
  join reminder_channel as channel on channel.person_id = found.person_id
 where channel.channel = any(:channels::text[])
 order by found.person_id, found.case_id, channel.channel, channel.device_id
on conflict do nothing

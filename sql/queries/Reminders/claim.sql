-- Claims the message that has been due for the longest time, so that no other server sends it until :until. With what its person
-- and the request allow now. No device: the browser is gone, or not signed in; of one whose session is not known, the person has
-- no active session.
-- No row: no message is due.
-- :now   :until   :channels
-- :used_since, :began_since  an active session was last used, and began, at these instants or later
-- :privileged_used_since, :privileged_began_since  the same for HR and administrators
with due as (
    select id from reminder
     where state in ('waiting', 'sending') and not_before <= :now::timestamptz
       and coalesce(claimed_until <= :now::timestamptz, true) and channel = any(:channels::text[])
     order by not_before, id limit 1 for update skip locked
),
claimed as (
    update reminder set state = 'sending', claimed_until = :until::timestamptz, attempts = attempts + 1
      from due where reminder.id = due.id
    returning reminder.id, person_id, kind, case_id, day, channel, device_id, attempts, created_at
)
select claimed.id, claimed.person_id, claimed.kind, claimed.case_id, claimed.day - date '1970-01-01' as day, claimed.channel,
       claimed.attempts, claimed.created_at as made_at, person.office_id,
       person.left_at is null and coalesce(person_reminders.is_on, true) as is_on,
       case when person_reminders.is_email_confirmed then person_reminders.email else person.email end as email,
       coalesce(person_reminders.language, '') as language,
       device.id as device_id, device.endpoint, device.public_key, device.authentication, device.name, device.created_at,
       request.state as request_state,
       -- The day of a request for one's own record.
       case when request.person_id = claimed.person_id then coalesce(request.at, event.at) end as request_at,
       exists (select from request_decider
                where request_id = claimed.case_id and request_decider.person_id = claimed.person_id) as is_decider,
       question.office_id as question_office_id
  from claimed
  join person on person.id = claimed.person_id
  left join person_reminders on person_reminders.person_id = claimed.person_id
  left join push_subscription as device on device.id = claimed.device_id and device.person_id = claimed.person_id
        and exists (
            select from sign_in_session as session
             where session.person_id = claimed.person_id and session.id = coalesce(device.session_id, session.id)
               and session.ended_at is null and (session.expires_at is null or session.expires_at > :now::timestamptz)
               and session.used_at >= :used_since::timestamptz and session.began_at >= :began_since::timestamptz
               and (person.role not in ('hr', 'administrator')
                    or session.used_at >= :privileged_used_since::timestamptz
                       and session.began_at >= :privileged_began_since::timestamptz))
  left join correction_request as request on request.id = claimed.case_id
  left join event on event.id = request.target_id
  left join day_question as question on question.case_id = claimed.case_id and question.person_id = claimed.person_id

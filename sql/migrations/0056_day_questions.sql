-- locks person for a moment
-- People whom a manager or HR asks to add a missing clock-out. One row for each day, of the latest time.
create table day_question (
    person_id   bigint not null references person,
    office_id   bigint not null,                          -- of the day; offices are never deleted
    day         date not null,                            -- the working day
    asked_by_id bigint not null references person,
    asked_at    timestamptz not null,
    case_id     uuid not null unique,                     -- of its messages in reminder; another one each time
    primary key (person_id, office_id, day),
    check (asked_by_id <> person_id)
);

-- The ways on which messages reach people: those who work here and have not switched them off.
create view message_channel as
select person.id as person_id, person.office_id, 'mail'::text as channel, null::bigint as device_id,
       coalesce(person_reminders.email_confirmed_at, person.email_since) as since
  from person
  left join person_reminders on person_reminders.person_id = person.id
 where person.left_at is null and coalesce(person_reminders.is_on, true)
   and (person_reminders.is_email_confirmed or person.email is not null)
union all
select person.id, person.office_id, 'push', push_subscription.id, push_subscription.created_at
  from push_subscription
  join person on person.id = push_subscription.person_id
  left join person_reminders on person_reminders.person_id = person.id
 where person.left_at is null and coalesce(person_reminders.is_on, true);

-- Those of people in offices with reminders.
create or replace view reminder_channel as
select channel.person_id, channel.office_id, channel.channel, channel.device_id,
       greatest(channel.since, office_reminders.on_since) as since
  from message_channel as channel
  join office_reminders on office_reminders.office_id = channel.office_id and office_reminders.is_on;

create function grant_day_question_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert, update, delete on day_question to %I', server);
end
$$;
revoke execute on function grant_day_question_rights from public;

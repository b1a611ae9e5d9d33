-- locks person for a moment
-- Reminders by e-mail and Web Push: the choices of offices and people, the browsers that show them, and the messages.

-- The reminders of an office. No row: off, with the defaults of OfficeReminders. Times are seconds after midnight by the office's
-- clock.
create table office_reminders (
    office_id     bigint primary key,                     -- no foreign key: a migration locks one table, and offices stay
    is_on         bool not null,
    missing_end_s int not null check (missing_end_s between 0 and 86399),   -- when missing ends are looked for; before 12:00: of the day before
    quiet_from_s  int not null check (quiet_from_s between 0 and 86399),    -- equal to quiet_to_s: no quiet hours
    quiet_to_s    int not null check (quiet_to_s between 0 and 86399),
    on_since      timestamptz not null,                   -- when reminders were switched on; without meaning while they are off
    last_run      date                                    -- the latest day on which missing ends were looked for
);

-- A person's choice. No row: on, without an e-mail address.
create table person_reminders (
    person_id          bigint primary key references person,
    is_on              bool not null default true,
    email              text check (email <> '' and length(email) <= 254),
    is_email_confirmed bool not null default false,
    email_confirmed_at timestamptz,
    language           text not null default 'en' check (language ~ '^[a-z]{2}$'),
    check (email is not null or not is_email_confirmed),
    check (is_email_confirmed = (email_confirmed_at is not null))
);

-- A browser that shows reminders (W3C Push API).
create table push_subscription (
    id             bigint generated always as identity primary key,
    person_id      bigint not null references person on delete cascade,
    endpoint       text not null unique check (octet_length(endpoint) <= 2000),
    public_key     bytea not null check (octet_length(public_key) = 65),
    authentication bytea not null check (octet_length(authentication) = 16),
    name           text not null check (length(name) <= 64),
    created_at     timestamptz not null
);
create index push_subscription_by_person on push_subscription (person_id);

-- Messages to people. A message exists once for each case and channel, so that servers that share the database send it once.
create table reminder (
    id            bigint generated always as identity primary key,
    person_id     bigint not null references person,
    kind          text not null check (kind in ('missing_end', 'request_decided', 'request_waiting')),
    case_id       uuid not null,                          -- made from person, office and day; or the request, without a foreign key: it may be erased
    day           date,                                   -- the working day of the session; null: of a request
    channel       text not null check (channel in ('mail', 'push')),
    device_id     bigint,                                 -- no foreign key: the message outlives its browser
    state         text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'obsolete')),
    not_before    timestamptz not null,
    claimed_until timestamptz,                            -- until then one server sends the message
    attempts      int not null default 0,
    created_at    timestamptz not null,
    ended_at      timestamptz,
    error         text,                                   -- why the latest attempt failed
    check ((channel = 'push') = (device_id is not null)),
    check ((state = 'sending') = (claimed_until is not null)),
    check ((state in ('sent', 'failed', 'obsolete')) = (ended_at is not null))
);
create unique index reminder_once on reminder (person_id, kind, case_id, channel, coalesce(device_id, 0));
create index reminder_due on reminder (not_before) where state in ('waiting', 'sending');

-- The ways on which people get reminders: those who work here, in offices with reminders, and have not switched them off.
-- A request from before since causes no message: a new way would begin with all old ones.
create view reminder_channel as
select person.id as person_id, person.office_id, 'mail' as channel, null::bigint as device_id,
       greatest(person_reminders.email_confirmed_at, office_reminders.on_since) as since
  from person
  join office_reminders on office_reminders.office_id = person.office_id and office_reminders.is_on
  join person_reminders on person_reminders.person_id = person.id
 where person.left_at is null and person_reminders.is_on and person_reminders.is_email_confirmed
union all
select person.id, person.office_id, 'push', push_subscription.id,
       greatest(push_subscription.created_at, office_reminders.on_since)
  from push_subscription
  join person on person.id = push_subscription.person_id
  join office_reminders on office_reminders.office_id = person.office_id and office_reminders.is_on
  left join person_reminders on person_reminders.person_id = person.id
 where person.left_at is null and coalesce(person_reminders.is_on, true);

-- The people to whom an open request is announced: the managers of the person's team; without one, HR of the person's office.
create view request_decider as
select request.id as request_id, request.asked_at, decider.id as person_id
  from correction_request as request
  join person on person.id = request.person_id
  join team_manager on team_manager.team_id = person.team_id
  join person as decider on decider.id = team_manager.person_id and decider.left_at is null
 where request.state = 'open' and decider.id not in (request.asker_id, request.person_id)
union all
select request.id, request.asked_at, decider.id
  from correction_request as request
  join person on person.id = request.person_id
  join person as decider on decider.office_id = person.office_id and decider.role = 'hr' and decider.left_at is null
 where request.state = 'open' and decider.id not in (request.asker_id, request.person_id)
   and not exists (select from team_manager
                     join person as manager on manager.id = team_manager.person_id and manager.left_at is null
                    where team_manager.team_id = person.team_id and manager.id not in (request.asker_id, request.person_id));

create function grant_reminder_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert, update on office_reminders to %I', server);
    execute format('grant insert, update, delete on person_reminders, push_subscription, reminder to %I', server);
end
$$;
revoke execute on function grant_reminder_rights from public;

-- Requests for corrections.
--
-- An addition is an event, like a tap. Amendments, voids and restorations are applied to an event in the order of their
-- sequence numbers. The event itself stays as reported.

-- A request for a correction. It is not part of the log. An approval writes the correction into the log, once. The request and
-- the decision stay here.
create table correction_request (
    id         uuid primary key,
    asker_id   bigint not null references person,
    person_id  bigint not null references person,         -- the person whose record it is about
    type       text not null check (type in ('add', 'amend', 'void')),
    target_id  uuid,                                      -- the event to amend or void; no foreign key, as it may be erased
    kind       text check (kind in ('start', 'pause', 'end')),
    at         timestamptz,                               -- whole milliseconds
    at_sent    text,                                      -- as written
    desk       text,
    sets_desk  bool not null default false,               -- whether an amendment sets the desk
    office_id  bigint references office,
    reason     text not null check (reason ~ '\S' and length(reason) <= 1000),
    asked_at   timestamptz not null,
    log_seq    bigint not null,                           -- log_head.seq at that time: the asker could know the log up to here
    record_id  uuid not null unique default gen_random_uuid(),   -- the id of the correction, so that an approval makes only one
    state      text not null default 'open' check (state in ('open', 'approved', 'refused', 'withdrawn')),
    decider_id bigint references person,
    comment    text check (length(comment) <= 1000),
    decided_at timestamptz,
    check ((type = 'add') = (target_id is null)),
    check (type <> 'add' or (kind is not null and at is not null)),
    check (type <> 'void' or (kind is null and at is null and office_id is null and not sets_desk)),
    check ((at is null) = (at_sent is null)),
    check (desk is null or sets_desk),
    check ((state = 'open') = (decided_at is null) and (state = 'open') = (decider_id is null)),
    -- People do not decide their own requests, or requests about their own record.
    check (state not in ('approved', 'refused') or (decider_id <> asker_id and decider_id <> person_id)),
    check (state <> 'refused' or comment ~ '\S')
);
create index correction_request_by_person on correction_request (person_id, asked_at);
create index correction_request_by_asker on correction_request (asker_id, asked_at);
create index correction_request_open on correction_request (asked_at) where state = 'open';

-- A request with its names. An open request is stale if the record has changed since then in a way that matters to it: the
-- event was corrected or erased, or the log got an event of the same kind within eight hours of the requested addition.
create view listed_request as
select request.id, request.asker_id, asker.user_name as asker_user, asker.display_name as asker_name,
       request.person_id, person.user_name, person.display_name, person.office_id as home_office_id,
       request.type, request.target_id, request.kind, request.at, request.at_sent, request.desk, request.sets_desk,
       office.name as office_name, request.reason, request.asked_at, request.record_id, request.state,
       decider.user_name as decider_user, decider.display_name as decider_name, request.comment, request.decided_at,
       request.state = 'open'
       and case when request.type = 'add' then
               exists (select from event
                        where event.person_id = request.person_id and event.kind = request.kind
                          and event.at between request.at - interval '8 hours' and request.at + interval '8 hours'
                          and event.seq > request.log_seq)
           else exists (select from correction
                         where correction.target_id = request.target_id and correction.seq > request.log_seq)
             or not exists (select from event where event.id = request.target_id)
           end as is_stale
  from correction_request as request
  join person as asker on asker.id = request.asker_id
  join person on person.id = request.person_id
  left join office on office.id = request.office_id
  left join person as decider on decider.id = request.decider_id;

-- Whether a viewer is responsible for a person: as manager of the person's team, for an office, or for all people. False for a
-- person and themselves.
create function is_in_reach(person bigint, home_office bigint, viewer bigint, of_teams bool, of_office bigint, of_all bool)
    returns bool
    language sql stable parallel safe
    as $$
select person <> viewer and (of_all or coalesce(home_office = of_office, false) or (of_teams and manages(viewer, person)))
$$;

create function grant_request_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert on correction_request to %I', server);
    execute format('grant update (state, decider_id, comment, decided_at) on correction_request to %I', server);
    execute format('grant execute on function forget_requests to %I', server);
end
$$;
revoke execute on function grant_request_rights from public;

-- Badges, their enrolment at readers, and taps by badges that have no owner yet.

create table badge (
    id          bigint generated always as identity primary key,
    hash        bytea not null check (octet_length(hash) = 32),   -- HMAC of kind and UID; its key is not in the database
    kind        text not null check (kind in ('nfca', 'nfcb', 'felica', 'iso15693')),
    person_id   bigint not null references person,
    reader_id   bigint references reader,                 -- where it was enrolled; null: deleted together with places
    tap_id      uuid not null unique,                     -- the tap that enrolled it, so that a retry of the tap is recognized
    enrolled_at timestamptz not null,                     -- the time of that tap
    removed_at  timestamptz
);
-- A badge has one owner at a time.
create unique index badge_in_use on badge (hash) where removed_at is null;
create index badge_by_person on badge (person_id);
create index badge_by_hash on badge (hash, enrolled_at);

-- While an enrolment is open, the next unknown badge at the reader is enrolled for the person.
create table badge_enrolment (
    id         bigint generated always as identity primary key,
    person_id  bigint not null references person,
    reader_id  bigint not null references reader,
    asked_at   timestamptz not null,
    expires_at timestamptz not null check (expires_at > asked_at),
    closed_at  timestamptz,
    badge_id   bigint references badge                    -- the badge that was enrolled; null: none
);
create unique index badge_enrolment_open on badge_enrolment (reader_id) where closed_at is null;

-- Taps by badges without an owner. They are not records. When the badge is enrolled, its taps go into the log. Taps of a badge
-- that is never enrolled are deleted together with places.
create table unclaimed_tap (
    id          uuid primary key,                         -- made by the sender, so that a retry is recorded once
    badge_hash  bytea not null check (octet_length(badge_hash) = 32),
    at          timestamptz not null,
    report      text not null,                            -- JSON as received, without the badge
    desk        text check (desk <> ''),                  -- desk and office decide how long the tap is kept
    office      text,                                     -- the office's name as reported
    reader_id   bigint not null references reader,
    received_at timestamptz not null,
    client      text
);
create index unclaimed_tap_by_badge on unclaimed_tap (badge_hash);

-- Deletes the badges of a person who left, with their enrolments. This is the only way in which the server can delete a badge.
create function forget_badges(of_person bigint) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
begin
    if not exists (select from public.person where id = of_person and left_at is not null) then
        raise exception 'this person works here' using errcode = 'DT001';
    end if;
    delete from public.badge_enrolment
     where person_id = of_person or badge_id in (select id from public.badge where person_id = of_person);
    delete from public.badge where person_id = of_person;
end
$$;
revoke execute on function forget_badges from public;

create function grant_badge_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert, update on person_key, badge, badge_enrolment to %I', server);
end
$$;
revoke execute on function grant_badge_rights from public;

create function grant_unclaimed_tap_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert, delete on unclaimed_tap to %I', server);
    execute format('grant delete on badge_enrolment to %I', server);
    execute format('grant execute on function forget_badges to %I', server);
end
$$;
revoke execute on function grant_unclaimed_tap_rights from public;

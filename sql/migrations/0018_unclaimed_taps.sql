-- Taps by badges that are nobody's yet; and badges say no more of a place, or of somebody who left, than the record does.

-- No record: nobody's. Each goes into the log when its badge is enrolled, and otherwise when places go.
create table unclaimed_tap (
    id          uuid primary key,                         -- made by the sender: what makes a retry harmless
    badge_hash  bytea not null check (octet_length(badge_hash) = 32),
    kind        text not null check (kind in ('start', 'pause', 'end')),
    at          timestamptz not null,
    at_sent     text not null,
    desk        text check (desk <> ''),
    desk_sent   text,
    office      text,                                     -- its name, as it was reported
    reader_id   bigint not null references reader,
    received_at timestamptz not null,
    client      text
);
create index unclaimed_tap_by_badge on unclaimed_tap (badge_hash);
create index badge_by_hash on badge (hash, enrolled_at);

alter table event
    drop constraint event_quarantine_check,
    add constraint event_quarantine_check check (quarantine in ('future', 'too_old', 'unproven', 'before_enrolment'));

-- Null: it was enrolled so long ago that the place is forgotten.
alter table badge alter column reader_id drop not null;

-- Whoever left before now has neither badges nor keys either.
update badge set removed_at = greatest(person.left_at, badge.enrolled_at)
  from person where person.id = badge.person_id and person.left_at is not null and badge.removed_at is null;
update person_key set revoked_at = person.left_at
  from person where person.id = person_key.person_id and person.left_at is not null and person_key.revoked_at is null;

-- Deletes what says that somebody who left ever had a badge. The server may call this, and has no other way to delete a badge.
create function forget_badges(of_person bigint) returns void
    language plpgsql security definer set search_path = public, pg_temp
    as $$
begin
    if not exists (select from person where id = of_person and left_at is not null) then
        raise exception 'this person works here' using errcode = 'DT001';
    end if;
    delete from badge_enrolment
     where person_id = of_person or badge_id in (select id from badge where person_id = of_person);
    delete from badge where person_id = of_person;
end
$$;
revoke execute on function forget_badges from public;

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

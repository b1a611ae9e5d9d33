-- Looking after people: who changed what of whom, programs that provision people, and when a reader was here last.

-- A program of the identity provider that adds people, changes and deactivates them (SCIM 2.0, RFC 7644).
create table provisioner (
    id         bigint generated always as identity primary key,
    name       text not null unique check (name ~ '\S' and length(name) <= 64),
    key_hash   bytea not null unique check (octet_length(key_hash) = 32),
    -- Of the people it adds.
    office_id  bigint not null references office,
    created_at timestamptz not null,
    revoked_at timestamptz
);

-- What such a program knows of somebody.
create table provisioned (
    person_id   bigint primary key references person,
    -- The program's own name for them.
    external_id text check (external_id <> ''),
    -- Deleted, as that program sees it. Here they have left.
    removed_at  timestamptz
);

-- Everybody whom such a program sees.
create view scim_user as
select person.id, person.user_name, person.display_name, person.left_at is null as is_active, provisioned.external_id
  from person left join provisioned on provisioned.person_id = person.id
 where provisioned.removed_at is null;

-- What was changed of somebody's account. Without author and provisioner: by a command on the server.
create table admin_log (
    id             bigint generated always as identity primary key,
    at             timestamptz not null,
    author_id      bigint references person,
    provisioner_id bigint references provisioner,
    person_id      bigint not null references person,
    field          text not null check (field in ('added', 'user_name', 'display_name', 'role', 'office', 'team', 'left',
                                                  'sign_in_link', 'keys', 'badge', 'manages')),
    old            text,
    new            text,
    check (author_id is null or provisioner_id is null)
);
create index admin_log_by_person on admin_log (person_id, id);

-- Names that somebody had go with the name they have.
create function forget_earlier_names(of_person bigint) returns void
    language plpgsql security definer set search_path = public, pg_temp
    as $$
begin
    if not exists (select from person where id = of_person and left_at is not null) then
        raise exception 'this person works here' using errcode = 'DT001';
    end if;
    update admin_log set old = null, new = null where person_id = of_person and field in ('user_name', 'display_name');
    insert into provisioned (person_id, removed_at) values (of_person, now())
        on conflict (person_id) do update set external_id = null, removed_at = coalesce(provisioned.removed_at, now());
end
$$;
revoke execute on function forget_earlier_names from public;

-- Somebody can always let people in: whatever would make the last administrator another one, or leave, is refused. Of two who
-- would leave the office without any at the same time one waits here for the other.
create function keep_an_administrator() returns trigger
    language plpgsql
    as $$
begin
    perform pg_advisory_xact_lock(6517362);
    if not exists (select from person where role = 'administrator' and left_at is null) then
        raise exception 'nobody would be administrator any more' using errcode = 'DT002';
    end if;
    return null;
end
$$;
create trigger keep_an_administrator after update on person for each row
    when (old.role = 'administrator' and old.left_at is null and (new.role <> 'administrator' or new.left_at is not null))
    execute function keep_an_administrator();

alter table reader add column last_seen_at timestamptz;

create index person_by_display_name on person (display_name, id);
create index person_by_lower_user_name on person (lower(user_name));

create function grant_administration_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert on admin_log to %I', server);
    execute format('grant insert, update on provisioner, provisioned to %I', server);
    execute format('grant execute on function forget_earlier_names to %I', server);
end
$$;
revoke execute on function grant_administration_rights from public;

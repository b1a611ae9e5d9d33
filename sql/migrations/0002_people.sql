-- People, their teams and keys, and the programs that provision people.

create table team (
    id        bigint generated always as identity primary key,
    office_id bigint not null references office,
    name      text not null check (name ~ '\S' and length(name) <= 64),
    unique (office_id, name)
);

create table person (
    id           bigint generated always as identity primary key,   -- a pseudonym: the log names people only by this id
    user_name    text not null unique check (user_name <> '' and length(user_name) <= 64),
    display_name text not null check (display_name <> ''),
    -- An auditor reads the ledger and no records.
    role         text not null default 'employee' check (role in ('employee', 'manager', 'hr', 'administrator', 'auditor')),
    office_id    bigint not null references office,                 -- the office of a tap without a desk
    left_at      timestamptz,
    team_id      bigint references team,
    is_private   bool not null default false                        -- the map shows the desk as taken, without the name
);
create index person_by_team on person (team_id);
create index person_by_display_name on person (display_name, id);
-- User names that differ only in case are the same name.
create unique index person_by_lower_user_name on person (lower(user_name));

-- Here and not in office_settings, because person refers to office.
alter table office_settings add foreign key (author_id) references person;

-- A manager of a team may see the records of its people and decide their requests.
create table team_manager (
    team_id   bigint not null references team,
    person_id bigint not null references person,
    primary key (team_id, person_id)
);
create index team_manager_by_person on team_manager (person_id);

-- Whether the first person manages the team of the second. False for a person and themselves.
create function manages(manager bigint, person bigint) returns bool
    language sql stable parallel safe
    as $$
select manager <> person
       and exists (select from team_manager join person as member on member.team_id = team_manager.team_id
                    where team_manager.person_id = manager and member.id = person)
$$;

-- The last administrator can neither change role nor leave (DT002). If two administrators leave at the same time, the lock
-- makes the second one wait for the first.
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

-- Keys with which a person's own programs authenticate as that person.
create table person_key (
    id         bigint generated always as identity primary key,
    person_id  bigint not null references person,
    key_hash   bytea not null unique check (octet_length(key_hash) = 32),   -- SHA-256; the key itself is stored nowhere
    made_at    timestamptz not null,
    revoked_at timestamptz
);
create index person_key_by_person on person_key (person_id);

-- A program of the identity provider that adds, changes and deactivates people (SCIM 2.0, RFC 7644).
create table provisioner (
    id         bigint generated always as identity primary key,
    name       text not null unique check (name ~ '\S' and length(name) <= 64),
    key_hash   bytea not null unique check (octet_length(key_hash) = 32),
    office_id  bigint not null references office,         -- the office of the people that it adds
    created_at timestamptz not null,
    revoked_at timestamptz
);

-- What provisioners store about a person.
create table provisioned (
    person_id   bigint primary key references person,
    external_id text check (external_id <> ''),           -- the provisioner's own id of the person
    removed_at  timestamptz                               -- deleted for provisioners; in DeskTap the person has left
);

-- The people that provisioners see.
create view scim_user as
select person.id, person.user_name, person.display_name, person.left_at is null as is_active, provisioned.external_id
  from person left join provisioned on provisioned.person_id = person.id
 where provisioned.removed_at is null;

-- Digests of user names that people gave up. Such a name stays reserved for longest_tap_age(), because readers may hold taps
-- that name its earlier owner. The digest remains when the person's name is erased.
create table freed_user_name (
    digest    bytea not null check (octet_length(digest) = 32),
    person_id bigint references person,                   -- the earlier owner; null: their name is erased
    freed_at  timestamptz not null
);
create index freed_user_name_by_digest on freed_user_name (digest);
create index freed_user_name_by_person on freed_user_name (person_id);

create function user_name_digest(user_name text) returns bytea
    language sql immutable parallel safe
    as $$ select sha256(convert_to(lower(user_name), 'UTF8')) $$;

-- Deletes the earlier names of a person who left from the account log, and their id at the provisioner. Hides them from
-- provisioners.
create function forget_earlier_names(of_person bigint) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $$
begin
    if not exists (select from public.person where id = of_person and left_at is not null) then
        raise exception 'this person works here' using errcode = 'DT001';
    end if;
    update public.admin_log set old = null, new = null
     where person_id = of_person and field in ('user_name', 'display_name');
    insert into public.provisioned (person_id, removed_at) values (of_person, now())
        on conflict (person_id) do update set external_id = null, removed_at = coalesce(provisioned.removed_at, now());
end
$$;
revoke execute on function forget_earlier_names from public;

create function grant_team_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert, update on team to %I', server);
    execute format('grant insert, delete on team_manager to %I', server);
end
$$;
revoke execute on function grant_team_rights from public;

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

create function grant_user_name_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert, update, delete on freed_user_name to %I', server);
    execute format('grant insert on left_identity to %I', server);
end
$$;
revoke execute on function grant_user_name_rights from public;

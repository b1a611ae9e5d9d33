-- User names are the same in capital and small letters, and a name that becomes free stays so for as long as readers may hold taps
-- that name its earlier owner.

do $$
declare
    doubles text;
begin
    select string_agg(names, '; ') into doubles
      from (select string_agg(user_name, ' and ' order by id) as names from person
             group by lower(user_name) having count(*) > 1) as found;
    if doubles is not null then
        raise exception 'People have user names that differ in capital letters alone: %. Give them others first, by ''desktap person set USER --user-name NAME'' of the version before.',
            doubles;
    end if;
end
$$;
drop index person_by_lower_user_name;
create unique index person_by_lower_user_name on person (lower(user_name));

-- User names that somebody had. Of the name only a digest is kept, which an erasure of names can leave here.
create table freed_user_name (
    digest    bytea not null check (octet_length(digest) = 32),
    -- Who had it; null: their name is erased.
    person_id bigint references person,
    freed_at  timestamptz not null
);
create index freed_user_name_by_digest on freed_user_name (digest);
create index freed_user_name_by_person on freed_user_name (person_id);

create function user_name_digest(user_name text) returns bytea
    language sql immutable parallel safe
    as $$ select sha256(convert_to(lower(user_name), 'UTF8')) $$;

-- For how many seconds a reader may hold a tap that will still be taken: the longest of all offices, by what holds today or later.
-- Null: taps of any age are taken.
create function longest_tap_age() returns bigint
    language sql stable
    as $$
select case when bool_or(max_age_s is null) then null else max(max_age_s) end
  from office_settings as one
 where not exists (select from office_settings as later
                    where later.office_id = one.office_id and later.valid_from <= current_date
                      and (later.valid_from, later.id) > (one.valid_from, one.id))
$$;

-- Names at identity providers of people whose names are erased, as hashes under the servers' secret. They are not let in again.
create table left_identity (
    hash bytea primary key check (octet_length(hash) = 32)
);

create function grant_user_name_rights(server text) returns void
    language plpgsql
    as $$
begin
    execute format('grant insert, update, delete on freed_user_name to %I', server);
    execute format('grant insert on left_identity to %I', server);
end
$$;
revoke execute on function grant_user_name_rights from public;

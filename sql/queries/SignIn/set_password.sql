-- Sets somebody's password; no row where they do not work here.
-- $1 person, $2 hash, $3 now
insert into local_password (person_id, hash, set_at)
select id, $2::text, $3::timestamptz from person where id = $1::bigint and left_at is null
    on conflict (person_id) do update set hash = excluded.hash, set_at = excluded.set_at
returning person_id

-- Hides somebody from provisioners.
-- $1 person, $2 now
insert into provisioned (person_id, removed_at) values ($1::bigint, $2::timestamptz)
    on conflict (person_id) do update set removed_at = excluded.removed_at

-- Hides a person from provisioners.
-- :person  :now
insert into provisioned (person_id, removed_at) values (:person::bigint, :now::timestamptz)
    on conflict (person_id) do update set removed_at = excluded.removed_at

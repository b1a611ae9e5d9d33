-- Notes what a provisioner calls somebody.
-- $1 person, $2 external id or null
insert into provisioned (person_id, external_id) values ($1::bigint, $2::text)
    on conflict (person_id) do update set external_id = excluded.external_id

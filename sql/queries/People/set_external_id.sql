-- Stores the provisioner's own id of a person.
-- :person  :external_id  or null
insert into provisioned (person_id, external_id) values (:person::bigint, :external_id::text)
    on conflict (person_id) do update set external_id = excluded.external_id

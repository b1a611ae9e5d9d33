-- The ids, among these, of a person's events.
-- :ids   :person
select id from event where id = any (:ids::uuid[]) and person_id = :person::bigint

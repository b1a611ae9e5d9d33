-- Removes a browser of a person.
-- :person   :endpoint  null: by :id   :id  null: by :endpoint
delete from push_subscription
 where person_id = :person::bigint and (endpoint = :endpoint::text or id = :id::bigint)

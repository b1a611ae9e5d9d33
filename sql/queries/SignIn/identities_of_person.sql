-- A person's identities at identity providers, by issuer.
-- :person
select issuer, subject, linked_at from identity where person_id = :person::bigint order by issuer

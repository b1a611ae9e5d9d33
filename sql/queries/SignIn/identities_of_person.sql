-- Who somebody is at identity providers.
-- $1 person
select issuer, subject, linked_at from identity where person_id = $1::bigint order by issuer

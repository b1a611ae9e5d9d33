-- Links a person to an identity at a provider.
-- :issuer  :subject  :person  :now
insert into identity (issuer, subject, person_id, linked_at)
values (:issuer::text, :subject::text, :person::bigint, :now::timestamptz)

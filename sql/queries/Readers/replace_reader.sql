-- Adds a reader, or gives the reader of this name a new key and scope. Its earlier keys and its certificate stop working at once.
-- $1 name, $2 SHA-256 of its key, $3 anyone, person or badges, $4 the person, $5 office, $6 desks text[]
insert into reader (name, key_hash, scope, person_id, office_id, desks)
values ($1::text, $2::bytea, $3::text, $4::bigint, $5::bigint, $6::text[])
    on conflict (name) do update
   set key_hash = excluded.key_hash, scope = excluded.scope, person_id = excluded.person_id, office_id = excluded.office_id,
       desks = excluded.desks, previous_hash = null, previous_until = null, certificate_hash = null, revoked_at = null
returning id

-- Adds a reader, or gives the reader of this name a new key and scope. Its earlier keys and its certificate stop working at
-- once.
-- :name  :key_hash  SHA-256 of the key      :scope  anyone, person or badges
-- :person, :office  the only person, or the only office, whose taps the reader may send; or null
-- :desks  the only desks at which the reader may send taps; empty: any
insert into reader (name, key_hash, scope, person_id, office_id, desks)
values (:name::text, :key_hash::bytea, :scope::text, :person::bigint, :office::bigint, :desks::text[])
    on conflict (name) do update
   set key_hash = excluded.key_hash, scope = excluded.scope, person_id = excluded.person_id, office_id = excluded.office_id,
       desks = excluded.desks, previous_hash = null, previous_until = null, certificate_hash = null, revoked_at = null
returning id

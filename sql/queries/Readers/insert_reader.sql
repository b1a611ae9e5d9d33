-- Adds a reader.
-- :name  :key_hash  SHA-256 of the key      :scope  anyone, person or badges
-- :person, :office  the only person, or the only office, whose taps the reader may send; or null
-- :desks  the only desks at which the reader may send taps; empty: any
insert into reader (name, key_hash, scope, person_id, office_id, desks)
values (:name::text, :key_hash::bytea, :scope::text, :person::bigint, :office::bigint, :desks::text[])
returning id

-- The key that signs cookies. If no key exists, stores :key; otherwise returns the existing key.
-- :key  a new random key
insert into cookie_key as kept (key) values (:key::bytea)
    -- The update changes nothing, but returns the row even if another transaction has just inserted it.
    on conflict (only_row) do update set key = kept.key
returning key

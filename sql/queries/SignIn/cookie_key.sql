-- The secret that signs cookies; the first caller's is kept.
-- $1 a new secret, for the case that there is none
insert into cookie_key as kept (key) values ($1::bytea)
    -- An update that changes nothing gives the row also where another caller has only just written it.
    on conflict (only_row) do update set key = kept.key
returning key

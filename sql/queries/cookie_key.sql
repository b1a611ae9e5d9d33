-- The secret that signs cookies; the first caller's is kept.
-- $1 a new secret, for the case that there is none
with kept as (
    insert into cookie_key (key) values ($1::bytea) on conflict (only_row) do nothing returning key
)
select key from kept union all select key from cookie_key limit 1

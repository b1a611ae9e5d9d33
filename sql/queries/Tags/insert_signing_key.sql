-- A new signing key; no row where the number is taken.
-- $1 number, $2 public key, $3 wrapped private key, $4 made at
insert into signing_key (number, public_key, wrapped_private_key, made_at)
values ($1::bigint, $2::bytea, $3::bytea, $4::timestamptz)
    on conflict (number) do nothing
returning number

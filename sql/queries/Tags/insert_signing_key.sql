-- Adds a signing key. No row: the number is taken.
-- :number      :public_key      :wrapped_private_key  encrypted under the servers' secret      :now
insert into signing_key (number, public_key, wrapped_private_key, made_at)
values (:number::bigint, :public_key::bytea, :wrapped_private_key::bytea, :now::timestamptz)
    on conflict (number) do nothing
returning number

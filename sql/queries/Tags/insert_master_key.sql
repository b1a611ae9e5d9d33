-- Adds a master key. No row: the number is taken.
-- :number      :wrapped_key  encrypted under the servers' secret      :now
insert into tag_master_key (number, wrapped_key, made_at)
values (:number::bigint, :wrapped_key::bytea, :now::timestamptz)
    on conflict (number) do nothing
returning number

-- Stores the key of cookies if there is none, or only one that is not encrypted.
-- :key  encrypted under the servers' secret
insert into cookie_key as kept (key) values (:key::bytea)
    -- The update returns the row even if another transaction has just inserted it.
    on conflict (only_row) do update
        set key = case octet_length(kept.key) when 32 then excluded.key else kept.key end
returning key

-- Sets the link for the first administrator. An earlier link stops working.
-- No row: an administrator exists.
-- :token_hash  SHA-256 of the link's token      :expires_at
insert into first_administrator_link (token_hash, expires_at)
select :token_hash::bytea, :expires_at::timestamptz
 where not exists (select from person where role = 'administrator' and left_at is null)
    on conflict (only_row) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
returning only_row

-- Consumes the link for the first administrator.
-- No row: the link is unknown or expired, or an administrator exists.
-- :token_hash  SHA-256 of the link's token      :now
delete from first_administrator_link
 where token_hash = :token_hash::bytea and expires_at > :now::timestamptz
   and not exists (select from person where role = 'administrator' and left_at is null)
returning only_row

-- Adds the code of a screen, and deletes expired ones.
-- No row: too many codes are valid, or this one is.
-- :now  :code  :secret_hash  SHA-256 of the screen's secret      :expires_at  :most  maximum of valid codes
with expired as (delete from display_code where expires_at <= :now::timestamptz)
insert into display_code (code, secret_hash, expires_at)
select :code::text, :secret_hash::bytea, :expires_at::timestamptz
 where (select count(*) from display_code where expires_at > :now::timestamptz) < :most::bigint
    on conflict do nothing
returning code

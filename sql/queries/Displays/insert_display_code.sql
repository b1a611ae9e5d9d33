-- Adds the code of a screen, and deletes expired codes, and the oldest ones above the maximum.
-- No row: this code is that of another screen.
-- :now  :code  :secret_hash  SHA-256 of the screen's secret      :expires_at  :most  maximum of codes
with deleted as (
    delete from display_code
     where expires_at <= :now::timestamptz
        or code in (select code from display_code order by expires_at desc offset :most::bigint - 1)
)
insert into display_code (code, secret_hash, expires_at)
values (:code::text, :secret_hash::bytea, :expires_at::timestamptz)
    on conflict do nothing
returning code

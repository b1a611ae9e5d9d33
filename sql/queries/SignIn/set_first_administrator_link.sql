-- Makes the link by which the first administrator comes in, in the place of an earlier one; no row where there is an administrator.
-- $1 SHA-256 of its token, $2 expires at
insert into first_administrator_link (token_hash, expires_at)
select $1::bytea, $2::timestamptz
 where not exists (select from person where role = 'administrator' and left_at is null)
    on conflict (only_row) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
returning only_row

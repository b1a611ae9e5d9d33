-- Whether a link lets the first administrator in.
-- $1 SHA-256 of its token, $2 now
select only_row from first_administrator_link
 where token_hash = $1::bytea and expires_at > $2::timestamptz
   and not exists (select from person where role = 'administrator' and left_at is null)

-- Notes that a logout token was taken; no row where it was before. What is older than the tokens that are taken is forgotten.
-- $1 issuer, $2 jti, $3 now, $4 no token before this is taken
with forgotten as (
    delete from logout_token where used_at < $4::timestamptz
)
insert into logout_token (issuer, jti, used_at) values ($1::text, $2::text, $3::timestamptz) on conflict do nothing
returning jti

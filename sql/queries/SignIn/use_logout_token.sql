-- Records that a logout token was accepted, and deletes records of tokens that are too old to be accepted again.
-- No row: the token was accepted before.
-- :earliest  earlier tokens are not accepted      :issuer  :token_id  the claim jti      :now
with forgotten as (
    delete from logout_token where used_at < :earliest::timestamptz
)
insert into logout_token (issuer, jti, used_at) values (:issuer::text, :token_id::text, :now::timestamptz)
    on conflict do nothing
returning jti

-- When the person of the latest session that a provider started had authenticated.
-- No row: the provider started no session.
-- :issuer
select authenticated_at from sign_in_session where issuer = :issuer::text order by id desc limit 1

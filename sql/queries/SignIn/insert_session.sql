-- Begins a session of somebody who works here; no row for anybody else. Those of theirs that are long over are forgotten.
-- $1 person, $2 SHA-256 of its token, $3 device, $4 way, $5 now, $6 ended before this is long over, $7 so is what was
-- used last before this, $8 issuer or null, $9 the provider's session or null, $10 ends in any case or null,
-- $11 author of its link or null, $12 when the person proved who they are
with forgotten as (
    delete from sign_in_session
     where person_id = $1::bigint and (ended_at < $6::timestamptz or used_at < $7::timestamptz)
)
insert into sign_in_session (person_id, token_hash, device, way, began_at, used_at, rotated_at, issuer, provider_session,
                             expires_at, link_author_id, authenticated_at)
select id, $2::bytea, $3::text, $4::text, $5::timestamptz, $5::timestamptz, $5::timestamptz, $8::text, $9::text,
       $10::timestamptz, $11::bigint, $12::timestamptz
  from person where id = $1::bigint and left_at is null
returning id

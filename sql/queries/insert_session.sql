-- Begins a session of somebody who works here; no row for anybody else. Those of theirs that are long over are forgotten.
-- $1 person, $2 SHA-256 of its token, $3 device, $4 way, $5 now, $6 ended before this is long over, $7 so is what was
-- used last before this
with forgotten as (
    delete from sign_in_session
     where person_id = $1::bigint and (ended_at < $6::timestamptz or used_at < $7::timestamptz)
)
insert into sign_in_session (person_id, token_hash, device, way, began_at, used_at, rotated_at)
select id, $2::bytea, $3::text, $4::text, $5::timestamptz, $5::timestamptz, $5::timestamptz
  from person where id = $1::bigint and left_at is null
returning id

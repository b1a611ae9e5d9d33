-- Whose link this is, where it is still good.
-- $1 SHA-256 of its token, $2 now
select person.id, person.user_name, person.display_name, person.role, person.office_id
  from sign_in_link join person on person.id = sign_in_link.person_id
 where token_hash = $1::bytea and used_at is null and expires_at > $2::timestamptz and person.left_at is null

-- Exchanges an enrolment link for the display's new key.
-- No row: the link is unknown, used or expired, or the display was revoked.
-- :key_hash  SHA-256 of the new key      :now  :link_hash  SHA-256 of the link's token
update display set link_hash = null, link_expires_at = null, key_hash = :key_hash::bytea, enrolled_at = :now::timestamptz
 where link_hash = :link_hash::bytea and link_expires_at > :now::timestamptz and revoked_at is null
returning id, name, office_id, floor

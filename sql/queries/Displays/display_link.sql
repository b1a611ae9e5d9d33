-- The display of a valid enrolment link.
-- No row: the link is unknown, used or expired, or the display is revoked.
-- :link_hash  SHA-256 of the link's token      :now
select id, name, office_id, floor from display
 where link_hash = :link_hash::bytea and link_expires_at > :now::timestamptz and revoked_at is null

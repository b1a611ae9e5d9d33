-- Sets a display's enrolment link. An earlier link stops working.
-- No row: the display is unknown or revoked.
-- :link_hash  SHA-256 of the link's token      :expires_at  :name
update display set link_hash = :link_hash::bytea, link_expires_at = :expires_at::timestamptz
 where name = :name::text and revoked_at is null
returning id

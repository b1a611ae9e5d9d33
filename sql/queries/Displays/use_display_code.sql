-- Says for which display a screen's code was typed, and prolongs it until the screen asks for its key.
-- No row: the code is unknown, expired or was typed before, or the display is unknown or revoked.
-- :expires_at  :code  :now  :name  of the display
update display_code set display_id = display.id, expires_at = :expires_at::timestamptz
  from display
 where code = :code::text and expires_at > :now::timestamptz and display_id is null
   and display.name = :name::text and revoked_at is null
returning code

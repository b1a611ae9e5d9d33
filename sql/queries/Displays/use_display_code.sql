-- Makes the secret of the screen that shows a code a display's key, and deletes the code.
-- No row: the code is unknown, expired or was typed before, or the display is unknown or revoked.
-- :code  :now  :name  of the display
with used as (
    delete from display_code where code = :code::text and expires_at > :now::timestamptz returning secret_hash
)
update display
   set link_hash = null, link_expires_at = null, key_hash = secret_hash, enrolled_at = :now::timestamptz
  from used where name = :name::text and revoked_at is null
returning id

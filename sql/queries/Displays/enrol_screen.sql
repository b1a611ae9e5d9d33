-- Exchanges a screen's secret for the new key of the display for which its code was typed.
-- No row: the secret is unknown or used, its code expired or was not typed, or the display was revoked.
-- :secret_hash  SHA-256 of the screen's secret      :now  :key_hash  SHA-256 of the new key
with used as (
    delete from display_code
     where secret_hash = :secret_hash::bytea and expires_at > :now::timestamptz and display_id is not null
    returning display_id
)
update display set link_hash = null, link_expires_at = null, key_hash = :key_hash::bytea, enrolled_at = :now::timestamptz
  from used where id = display_id and revoked_at is null
returning id, name, office_id, floor

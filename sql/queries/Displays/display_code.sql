-- The code of a screen, and the floor of the display for which it was typed.
-- No row: the screen's secret is unknown, or its code expired.
-- :secret_hash  SHA-256 of the screen's secret      :now
select code, floor from display_code left join display on display.id = display_id
 where secret_hash = :secret_hash::bytea and expires_at > :now::timestamptz

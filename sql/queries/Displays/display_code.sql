-- The code of a screen.
-- No row: the screen's secret is unknown, or its code expired or was typed.
-- :secret_hash  SHA-256 of the screen's secret      :now
select code from display_code where secret_hash = :secret_hash::bytea and expires_at > :now::timestamptz

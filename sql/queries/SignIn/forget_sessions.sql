-- Deletes sessions that ended, or were last used, before these instants.
-- :ended_before      :used_before
delete from sign_in_session where ended_at < :ended_before::timestamptz or used_at < :used_before::timestamptz

-- Ends a claimed message.
-- No row: another server has claimed it since.
-- :state   :now   :error  null: none   :id   :attempts
update reminder set state = :state::text, claimed_until = null, ended_at = :now::timestamptz, error = :error::text
 where id = :id::bigint and state = 'sending' and attempts = :attempts::bigint returning id

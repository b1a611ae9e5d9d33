-- Returns a claimed message.
-- No row: another server has claimed it since.
-- :not_before   :counted  the attempts that count from now on   :error  null: none   :id   :attempts
update reminder set state = 'waiting', claimed_until = null, not_before = :not_before::timestamptz,
                    attempts = :counted::bigint, error = :error::text
 where id = :id::bigint and state = 'sending' and attempts = :attempts::bigint returning id

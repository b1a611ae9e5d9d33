-- Ends the session that a browser had before its new one. Its reminders go on if both are the same person's.
-- No row: no active session has this token.
-- :session, :person  the new session      :token_hash  SHA-256 of the earlier session's token      :now
with earlier as (
    select id from sign_in_session
     where (token_hash = :token_hash::bytea or previous_hash = :token_hash::bytea) and ended_at is null
       for update
), kept as (
    update push_subscription set session_id = :session::bigint from earlier
     where push_subscription.session_id = earlier.id and push_subscription.person_id = :person::bigint
)
update sign_in_session set ended_at = :now::timestamptz from earlier where sign_in_session.id = earlier.id
returning sign_in_session.id

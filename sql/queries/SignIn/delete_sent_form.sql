-- Forgets that a form was sent, because its action failed.
-- :token
delete from sent_form where token = :token::text

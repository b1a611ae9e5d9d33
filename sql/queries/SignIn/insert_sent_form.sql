-- Remembers that a form was sent. No row: it was sent before.
-- :token :now
insert into sent_form (token, sent_at) values (:token::text, :now::timestamptz)
on conflict do nothing
returning token

-- Deletes the forms that were sent before :before.
-- :before
delete from sent_form where sent_at < :before::timestamptz

-- reads correction_request while servers go on
-- outside a transaction
-- The latest decisions on correction requests, which the reminders look for every half minute.
drop index concurrently if exists correction_request_decided;
create index concurrently correction_request_decided on correction_request (decided_at) where state in ('approved', 'refused');

-- The latest decisions on correction requests, which the reminders look for every half minute.
create index correction_request_decided on correction_request (decided_at) where state in ('approved', 'refused');

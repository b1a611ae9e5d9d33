-- locks push_subscription for a moment
-- A browser shows reminders as long as the session lasts in which it was added. Null: added before this migration. No foreign key: a
-- migration locks one table.
alter table push_subscription add column session_id bigint;

-- locks reader for a moment
-- Readers report how many taps wait in their queue.
alter table reader add column waiting_taps bigint;

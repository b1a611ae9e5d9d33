-- Readers report how many taps wait in their queue.
alter table reader add column waiting_taps bigint;

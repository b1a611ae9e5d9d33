-- locks office for a moment
-- Whether people whose own office this is can record breaks and clock out on their page "My record", without a tag.
alter table office add column allows_taps_without_tag bool not null default false;

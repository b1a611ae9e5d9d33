-- Whether a tag's page taps by itself although the address has no word, where the browser says that no page led there.
alter table office add column taps_without_word bool not null default false;

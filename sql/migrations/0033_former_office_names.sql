-- locks office for a moment
-- The names that an office had before. Tags, links and settings contain an office's name; they still mean this office.
alter table office add column former_names text[] not null default '{}';

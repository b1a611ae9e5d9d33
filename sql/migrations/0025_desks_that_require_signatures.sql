-- A start at such a desk counts at once only with a signed address, whatever its office requires.
alter table desk add column requires_signature bool not null default false;

-- All tags, to verify a tag that was read. Ordered by the instant of retirement; tags in use come last.
select uid, desk, event, made_at, retired_at, written_at is not null as is_written, certificate is not null as is_certified, office_id
  from tag order by retired_at nulls last, id

-- What is needed to judge a tag that was read: all tags, in the order in which they go out of use, those in use last.
select uid, desk, event, retired_at, written_at is not null, certificate is not null, office_id
  from tag order by retired_at nulls last, id

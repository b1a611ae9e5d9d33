-- What is needed to judge a tag that was read: all tags, those in use first.
select uid, desk, event, retired_at is null, written_at is not null, certificate is not null from tag order by retired_at is not null

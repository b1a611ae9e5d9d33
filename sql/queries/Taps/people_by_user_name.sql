-- People with their presence, also those who left: a reader may still bring what they tapped before.
-- $1 user names, text[]
select person.id, person.user_name, person.display_name, person.office_id,
       presence.state, presence.session_start, presence.deadline, presence.office_id, presence.desk,
       presence.start_id, presence.start_at, presence.desk_since,
       presence.latest_at, presence.latest_rank, presence.latest_id, person.left_at
  from person join presence on presence.person_id = person.id
 where person.user_name = any($1::text[])

-- People with their presence, including people who left: readers may deliver taps that were made before.
-- Unknown user names are left out.
-- :user_names
select person.id, person.user_name, person.display_name, person.office_id as home_office_id,
       presence.state, presence.session_start, presence.deadline, presence.office_id, presence.desk,
       presence.start_id, presence.start_at, presence.desk_since,
       presence.latest_at, presence.latest_rank, presence.latest_id, person.left_at
  from person join presence on presence.person_id = person.id
 where person.user_name = any(:user_names::text[])

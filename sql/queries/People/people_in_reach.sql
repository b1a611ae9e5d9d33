-- The people within a viewer's reach: current people first, then by team, without a team last, then in the order of names.
-- :viewer   :of_teams  the reach includes the viewer's teams   :offices  the reach includes these offices
-- :all  the reach includes all people
-- :name  words, each a part of a name, reading or personnel number (name_patterns); null: all   :limit
select person.id, person.user_name, person.display_name, person.role, person.office_id, hr_offices(person),
       team.name as team,
       person.left_at is not null as has_left
  from person left join team on team.id = person.team_id
 where is_in_reach(person.id, person.office_id, :viewer::bigint, :of_teams::bool, :offices::bigint[], :all::bool)
   and (:name::text is null or plain_name(concat_ws(' ', person.display_name, person.user_name, person.reading, person.personnel_number))
            like all ((select name_patterns(:name::text))::text[]))
 order by person.left_at is not null, team.name nulls last, coalesce(person.reading, person.display_name), person.id
 limit :limit::bigint

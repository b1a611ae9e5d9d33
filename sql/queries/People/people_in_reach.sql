-- The people within a viewer's reach: current people first, then by team, without a team last, then by display name.
-- :viewer   :of_teams  the reach includes the viewer's teams   :office  the reach includes this office; null: none
-- :all  the reach includes all people
-- :name  words, each a part of a display name or user name (name_patterns); null: all   :limit
select person.id, person.user_name, person.display_name, person.role, person.office_id, team.name as team,
       person.left_at is not null as has_left
  from person left join team on team.id = person.team_id
 where is_in_reach(person.id, person.office_id, :viewer::bigint, :of_teams::bool, :office::bigint, :all::bool)
   and (:name::text is null or plain_name(person.display_name || ' ' || person.user_name)
            like all ((select name_patterns(:name::text))::text[]))
 order by person.left_at is not null, team.name nulls last, person.display_name, person.id limit :limit::bigint

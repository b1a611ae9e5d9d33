-- Current and former employees who match all filters, by display name, with office, team and leaving time.
-- :name  words, each a part of a user name or display name (name_patterns), or null      :office, :team, :role  or null
-- :has_left  null: current and former employees      :limit  :offset
select person.id, person.user_name, person.display_name, person.role, person.office_id, office.name as office_name,
       team.id as team_id, team.name as team_name, person.left_at
  from person join office on office.id = person.office_id left join team on team.id = person.team_id
 where (:name::text is null or plain_name(person.display_name || ' ' || person.user_name)
            like all ((select name_patterns(:name::text))::text[]))
   and (:office::bigint is null or person.office_id = :office::bigint)
   and (:team::bigint is null or person.team_id = :team::bigint)
   and (:role::text is null or person.role = :role::text)
   and (:has_left::bool is null or (person.left_at is not null) = :has_left::bool)
 order by person.display_name, person.id limit :limit::bigint offset :offset::bigint

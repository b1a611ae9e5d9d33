-- Current and former employees who match all filters, in the order of names, with office, team and leaving time.
-- :name  words, each a part of a name, reading or personnel number (name_patterns), or null      :office, :team, :role  or null
-- :has_left  null: current and former employees      :limit  :offset
select person.id, person.user_name, person.display_name, person.role, person.office_id, hr_offices(person),
       office.name as office_name,
       team.id as team_id, team.name as team_name, person.left_at, person.personnel_number,
       person.email, person.reading, person.first_day - date '1970-01-01' as first_day,
       person.last_day - date '1970-01-01' as last_day
  from person join office on office.id = person.office_id left join team on team.id = person.team_id
 where (:name::text is null or plain_name(concat_ws(' ', person.display_name, person.user_name, person.reading, person.personnel_number))
            like all ((select name_patterns(:name::text))::text[]))
   and (:office::bigint is null or person.office_id = :office::bigint)
   and (:team::bigint is null or person.team_id = :team::bigint)
   and (:role::text is null or person.role = :role::text)
   and (:has_left::bool is null or (person.left_at is not null) = :has_left::bool)
 order by coalesce(person.reading, person.display_name), person.id limit :limit::bigint offset :offset::bigint

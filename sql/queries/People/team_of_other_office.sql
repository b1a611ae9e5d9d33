-- The team that a person of an office cannot join, because it belongs to another office, with the name of that office.
-- No row: the team belongs to the office, or the person has been in both before.
-- :team   :office  the person's, after the change   :person
select team.name, office.name as office_name
  from team join office on office.id = team.office_id
 where team.id = :team::bigint and team.office_id <> :office::bigint
   and not exists (select from person
                    where person.id = :person::bigint and person.team_id = team.id and person.office_id = :office::bigint)

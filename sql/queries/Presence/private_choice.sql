-- Whether the map hides a person's name; null if their office does not allow that. No row: the person is unknown.
-- :person
select case when office.allows_private then person.is_private end as is_private
  from person join office on office.id = person.office_id
 where person.id = :person::bigint

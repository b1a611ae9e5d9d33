-- Whether somebody stays unnamed on the map, where their office lets them; null where it does not.
-- $1 person
select case when office.allows_private then person.is_private end
  from person join office on office.id = person.office_id
 where person.id = $1::bigint

-- Notes whether somebody stays unnamed on the map, where their office lets them.
-- $1 person, $2 whether
update person set is_private = $2::bool
  from office
 where person.id = $1::bigint and office.id = person.office_id and office.allows_private
returning person.id

-- Sets whether the map hides a person's name. No row: the person is unknown, or their office does not allow that.
-- :person   :is_private
update person set is_private = :is_private::bool
  from office
 where person.id = :person::bigint and office.id = person.office_id and office.allows_private
returning person.id

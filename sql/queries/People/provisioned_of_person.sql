-- What provisioners stored about a person: their own id of the person, and the parts of the name.
-- No row: nothing.
-- :person
select provisioned.external_id, name.formatted, name.given_name, name.family_name, name.is_displayed
  from person left join provisioned on provisioned.person_id = person.id
              left join provisioned_name as name on name.person_id = person.id
 where person.id = :person::bigint and (provisioned.external_id is not null or name.person_id is not null)

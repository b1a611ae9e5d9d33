-- Who has this user name, however it is written, and whether provisioners see them.
-- $1 user name
select person.id, provisioned.removed_at is null
  from person left join provisioned on provisioned.person_id = person.id
 where lower(person.user_name) = lower($1::text)

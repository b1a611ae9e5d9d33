-- The people with this user name in any spelling, and whether provisioners see them.
-- :user_name
select person.id, provisioned.removed_at is null as is_visible
  from person left join provisioned on provisioned.person_id = person.id
 where user_name_key(person.user_name) = user_name_key(:user_name::text)

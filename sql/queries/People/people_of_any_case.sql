-- The people with this user name in any case, and whether provisioners see them.
-- :user_name
select person.id, provisioned.removed_at is null as is_visible
  from person left join provisioned on provisioned.person_id = person.id
 where lower(person.user_name) = lower(:user_name::text)

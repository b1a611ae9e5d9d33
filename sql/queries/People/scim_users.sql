-- The people of an office who are visible to provisioners and match all filters, by id. User names match in any
-- spelling (user_name_key).
-- :user_name, :external_id, :id, :display_name, :personnel_number  or null      :office  :limit  :offset
select scim_user.id, scim_user.user_name, scim_user.display_name, scim_user.is_active, scim_user.external_id, name.formatted,
       name.given_name, name.family_name, name.is_displayed, person.personnel_number, person.email, person.reading,
       person.first_day - date '1970-01-01' as first_day
  from scim_user join person on person.id = scim_user.id
  left join provisioned_name as name on name.person_id = scim_user.id
 where (:user_name::text is null or user_name_key(scim_user.user_name) = user_name_key(:user_name::text))
   and (:external_id::text is null or scim_user.external_id = :external_id::text)
   and (:id::bigint is null or scim_user.id = :id::bigint)
   and (:display_name::text is null or lower(scim_user.display_name) = lower(:display_name::text))
   and (:personnel_number::text is null or person.personnel_number = :personnel_number::text)
   and person.office_id = :office::bigint
 order by scim_user.id limit :limit::bigint offset :offset::bigint

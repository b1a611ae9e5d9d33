-- The number of people of an office who are visible to provisioners and match all filters.
-- :user_name, :external_id, :id, :display_name, :personnel_number  or null; names in any spelling      :office
select count(*) as count from scim_user
 where (:user_name::text is null or user_name_key(user_name) = user_name_key(:user_name::text))
   and (:external_id::text is null or external_id = :external_id::text)
   and (:id::bigint is null or id = :id::bigint)
   and (:display_name::text is null or lower(display_name) = lower(:display_name::text))
   and id in (select id from person where office_id = :office::bigint
                 and (:personnel_number::text is null or personnel_number = :personnel_number::text))

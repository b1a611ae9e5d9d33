-- The people of an office who are visible to provisioners and match all filters, by id. User names match in any
-- spelling (user_name_key).
-- :user_name, :external_id, :id, :display_name  or null      :office  :limit  :offset
select id, user_name, display_name, is_active, external_id, null as formatted, null as given_name, null as family_name,
       null::bool as is_displayed
  from scim_user
 where (:user_name::text is null or user_name_key(user_name) = user_name_key(:user_name::text))
   and (:external_id::text is null or external_id = :external_id::text)
   and (:id::bigint is null or id = :id::bigint)
   and (:display_name::text is null or lower(display_name) = lower(:display_name::text))
   and id in (select id from person where office_id = :office::bigint)
 order by id limit :limit::bigint offset :offset::bigint

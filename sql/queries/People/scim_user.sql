-- A person as the provisioners of an office see the person.
-- No row: the person is not visible to provisioners, or belongs to another office.
-- :id  :office
select id, user_name, display_name, is_active, external_id from scim_user
 where id = :id::bigint and id in (select id from person where office_id = :office::bigint)

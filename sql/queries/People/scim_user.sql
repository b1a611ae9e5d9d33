-- Somebody as a provisioner of an office sees them.
-- $1 person, $2 office
select id, user_name, display_name, is_active, external_id from scim_user
 where id = $1::bigint and id in (select id from person where office_id = $2::bigint)

-- Somebody as a provisioner sees them.
-- $1 person
select id, user_name, display_name, is_active, external_id from scim_user where id = $1::bigint

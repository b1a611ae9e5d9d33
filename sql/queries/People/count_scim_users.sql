-- How many people a provisioner sees.
-- $1 user name or null, $2 external id or null, $3 id or null, $4 display name or null, $5 the provisioner's office
select count(*) from scim_user
 where ($1::text is null or lower(user_name) = lower($1::text)) and ($2::text is null or external_id = $2::text)
   and ($3::bigint is null or id = $3::bigint) and ($4::text is null or lower(display_name) = lower($4::text))
   and id in (select id from person where office_id = $5::bigint)

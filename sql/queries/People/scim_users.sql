-- People as a provisioner sees them, in the order in which they came. User names are compared as RFC 7643 says: A is a.
-- $1 user name or null, $2 external id or null, $3 id or null, $4 display name or null, $5 how many, $6 after how many, $7 the provisioner's office
select id, user_name, display_name, is_active, external_id from scim_user
 where ($1::text is null or lower(user_name) = lower($1::text)) and ($2::text is null or external_id = $2::text)
   and ($3::bigint is null or id = $3::bigint) and ($4::text is null or lower(display_name) = lower($4::text))
   and id in (select id from person where office_id = $7::bigint)
 order by id limit $5::bigint offset $6::bigint

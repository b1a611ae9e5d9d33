-- A person as the provisioners of an office see the person, with the personnel files and the parts of the name that one sent.
-- No row: the person is not visible to provisioners, or belongs to another office.
-- :id  :office
select scim_user.id, scim_user.user_name, scim_user.display_name, scim_user.is_active, scim_user.external_id, name.formatted,
       name.given_name, name.family_name, name.is_displayed, person.personnel_number, person.email, person.reading,
       person.first_day - date '1970-01-01' as first_day
  from scim_user join person on person.id = scim_user.id
  left join provisioned_name as name on name.person_id = scim_user.id
 where scim_user.id = :id::bigint and person.office_id = :office::bigint

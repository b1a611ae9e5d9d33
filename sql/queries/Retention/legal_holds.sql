-- The current legal holds, by user name.
-- :person  or null: of all people
select person.id as person_id, person.user_name, legal_hold.reason, legal_hold.held_at
  from legal_hold join person on person.id = legal_hold.person_id
 where legal_hold.released_at is null and (:person::bigint is null or person.id = :person::bigint) order by person.user_name

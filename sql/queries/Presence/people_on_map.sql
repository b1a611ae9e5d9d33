-- What the map says about these people, beside their presence, in no order. Unknown people are left out.
-- floor: of the desk. is_private: the person's name is hidden on the map of the office of their session.
-- is_private_at_home: on the map of their own office. has_left: the person's account is deactivated.
-- Arrays, one element per person: :people bigint[]  :offices bigint[]  :desks text[]   (null: no open session, or no desk)
select person.id, person.user_name, person.display_name, desk.floor,
       coalesce(person.is_private and office.allows_private, false) as is_private,
       person.is_private and home.allows_private as is_private_at_home,
       person.left_at is not null as has_left
  from unnest(:people::bigint[], :offices::bigint[], :desks::text[]) as one (person, office, desk)
  join person on person.id = one.person
  join office as home on home.id = person.office_id
  left join office on office.id = one.office
  left join desk on desk.office_id = one.office and desk.id = one.desk

-- What the map says about these people, beside their presence, in no order. Unknown people are left out.
-- floor: of the desk. is_private: the person's name is hidden on the map of the office.
-- Arrays, one element per person: :people bigint[]  :offices bigint[]  :desks text[]   (null: no open session, or no desk)
select person.id, person.user_name, person.display_name, desk.floor,
       coalesce(person.is_private and office.allows_private, false) as is_private
  from unnest(:people::bigint[], :offices::bigint[], :desks::text[]) as one (person, office, desk)
  join person on person.id = one.person
  left join office on office.id = one.office
  left join desk on desk.office_id = one.office and desk.id = one.desk

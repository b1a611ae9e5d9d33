-- The people who match all criteria, including people who left, by id.
-- :offices  that contain their own office, null: any      :team  null: any
-- :user_names  in any spelling (user_name_key), null: any. Of two people with one name, the one who has it so
-- :name  words, each a part of a name, reading or personnel number (name_patterns); null: any
select id, user_name, display_name, role, office_id, hr_offices(person)
  from person
 where (:offices::bigint[] is null or office_id = any(:offices::bigint[])) and (:team::bigint is null or team_id = :team::bigint)
   and (:user_names::text[] is null
        or id = any(array(select distinct on (asked.name) named.id
                            from unnest(:user_names::text[]) as asked (name)
                            join person as named on user_name_key(named.user_name) = user_name_key(asked.name)
                           order by asked.name, named.user_name = asked.name desc, named.id)))
   and (:name::text is null or plain_name(concat_ws(' ', display_name, user_name, reading, personnel_number))
            like all ((select name_patterns(:name::text))::text[]))
 order by id

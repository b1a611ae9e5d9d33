-- The people who match all criteria, including people who left, by id.
-- :office  their own office, null: any      :team  null: any      :user_names  null: any
-- :name  part of a user name or display name, in any case, without accents; null: any
select id, user_name, display_name, role, office_id from person
 where (:office::bigint is null or office_id = :office::bigint) and (:team::bigint is null or team_id = :team::bigint)
   and (:user_names::text[] is null or user_name = any(:user_names::text[]))
   and (:name::text is null or strpos(folded_name(display_name), folded_name(:name::text)) > 0
        or strpos(folded_name(user_name), folded_name(:name::text)) > 0)
 order by id

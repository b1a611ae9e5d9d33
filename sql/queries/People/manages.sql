-- Whether somebody manages somebody else.
-- $1 manager, $2 person; null: anybody at all
select case when $2::bigint is null then exists (select from team_manager where person_id = $1::bigint)
            else manages($1::bigint, $2::bigint) end

-- Whether :manager manages :person; if :person is null, whether :manager manages any team.
-- :person or null  :manager
select case when :person::bigint is null then exists (select from team_manager where person_id = :manager::bigint)
            else manages(:manager::bigint, :person::bigint) end as manages

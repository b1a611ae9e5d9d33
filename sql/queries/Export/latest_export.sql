-- The latest complete download of the daily rows of a period and of exactly these people. No row: there is none.
-- :office, :team  null: all      :first_day, :last_day  days since 1970
select export_log.at, export_log.person_id, person.display_name, export_log.head, export_log.as_of
  from export_log join person on person.id = export_log.person_id
 where export_log.first_day = :first_day::int and export_log.last_day = :last_day::int
   and export_log.office_id is not distinct from :office::bigint
   and export_log.team_id is not distinct from :team::bigint
 order by export_log.id desc limit 1

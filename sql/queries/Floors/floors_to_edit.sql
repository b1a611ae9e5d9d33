-- All floors with their offices, how many desks each has, whether it has a draft, and the screens that show it.
select floor.id, floor.office_id, office.name, floor.name,
       (select count(*) from desk where desk.office_id = floor.office_id and desk.floor = floor.name) as desks,
       exists (select from floor_draft where floor_draft.floor_id = floor.id) as has_draft,
       coalesce((select string_agg(display.name, ', ' order by display.name) from display
                  where display.office_id = floor.office_id and display.floor = floor.name and display.revoked_at is null),
                '') as displays
  from floor join office on office.id = floor.office_id
 order by office.name, office.id, floor.position, floor.name

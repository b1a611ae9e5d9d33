-- All floors by office and in the order of their tabs, with the number of desks and whether a draft exists.
-- displays: the names of the wall displays that show the floor, separated by commas.
select floor.id, floor.office_id, office.name as office_name, floor.name,
       (select count(*) from desk where desk.office_id = floor.office_id and desk.floor = floor.name) as desks,
       exists (select from floor_draft where floor_draft.floor_id = floor.id) as has_draft,
       coalesce((select string_agg(display.name, ', ' order by display.name) from display
                  where display.office_id = floor.office_id and display.floor = floor.name and display.revoked_at is null),
                '') as displays
  from floor join office on office.id = floor.office_id
 order by office.name, office.id, floor.position, floor.name

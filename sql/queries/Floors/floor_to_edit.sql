-- A floor, its draft where there is one, and who changed it last.
-- $1 floor
select floor.office_id, office.name, floor.name, floor.version, floor.width, floor.height, encode(floor.picture, 'hex'),
       floor_draft.drawing::text, person.display_name, floor.changed_at
  from floor
  join office on office.id = floor.office_id
  left join floor_draft on floor_draft.floor_id = floor.id
  left join person on person.id = floor.changed_by
 where floor.id = $1::bigint

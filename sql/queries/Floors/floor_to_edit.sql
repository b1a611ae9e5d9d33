-- A floor with its draft (null: none) and its latest change. No row: there is no such floor.
-- changed_by is null if the floor was not changed yet, or by a command on the server.
-- :floor
select floor.office_id, office.name as office_name, floor.name, floor.version, floor.width, floor.height,
       encode(floor.picture, 'hex') as picture, floor_draft.drawing::text as drawing, person.display_name as changed_by,
       floor.changed_at
  from floor
  join office on office.id = floor.office_id
  left join floor_draft on floor_draft.floor_id = floor.id
  left join person on person.id = floor.changed_by
 where floor.id = :floor::bigint

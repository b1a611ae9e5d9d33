-- All screens, with the name of their office.
select display.id, display.name, display.office_id, display.floor, office.name, display.enrolled_at, display.revoked_at
  from display join office on office.id = display.office_id order by display.name

-- All displays, by name, with the name of the office. Includes revoked displays.
select display.id, display.name, display.office_id, display.floor, office.name as office_name,
       display.enrolled_at, display.revoked_at, display.link_expires_at
  from display join office on office.id = display.office_id order by display.name

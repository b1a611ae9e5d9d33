-- All floors of an office in the order of their tabs.
-- :office
select id, name, width, height, encode(picture, 'hex') as picture
  from floor where office_id = :office::bigint order by position, name

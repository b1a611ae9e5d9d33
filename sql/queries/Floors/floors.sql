-- All floors of an office, in the order of their tabs.
-- $1 office
select name, width, height, encode(picture, 'hex') from floor where office_id = $1::bigint order by position, name

-- Whether a picture with this hash is stored. Always one row.
-- :hash  in hexadecimal digits
select exists (select from floor_picture where hash = decode(:hash::text, 'hex')) as is_stored

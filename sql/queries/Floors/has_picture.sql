-- Whether there is a picture of this hash.
-- $1 hash, in hexadecimal digits
select exists (select from floor_picture where hash = decode($1::text, 'hex'))

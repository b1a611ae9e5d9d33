-- Gives a tag in use another certificate, or takes its certificate away, and sets the word of its address.
-- $1 tag, $2 key number, $3 day of issue since 1970-01-01, $4 certificate, $5 word
update tag
   set key_number = $2::bigint, issued = date '1970-01-01' + $3::int, certificate = $4::bytea, word = $5::bytea,
       written_at = null
 where id = $1::bigint and retired_at is null

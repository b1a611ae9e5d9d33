-- Replaces or removes the certificate of a tag in use and sets the word of its address.
-- The tag then counts as not yet written.
-- Changes no row: the tag is unknown or retired.
-- :key_number, :issued_day  days since 1970-01-01, and :certificate: all null for a tag without a certificate
-- :word  null: the address has no word      :tag
update tag
   set key_number = :key_number::bigint, issued = date '1970-01-01' + :issued_day::int, certificate = :certificate::bytea,
       word = :word::bytea, written_at = null
 where id = :tag::bigint and retired_at is null

-- Registers a tag in use.
-- :uid      :office      :desk  null: the tag stands for no particular desk      :kind  start, pause or end
-- :key_number, :issued_day  days since 1970-01-01, and :certificate: all null for a tag that is known by its UID only
-- :now      :word  of its address, null: the address has no word
insert into tag (uid, office_id, desk, event, key_number, issued, certificate, made_at, word)
values (:uid::bytea, :office::bigint, :desk::text, :kind::text, :key_number::bigint, date '1970-01-01' + :issued_day::int,
        :certificate::bytea, :now::timestamptz, :word::bytea)
returning id

-- Stores a note, in place of the one by the person, or of the one by others. Nothing is stored if that has the same text.
-- :person  whose day   :day  in days since 1970   :author   :text  empty: removes the note   :now
-- :office  of the day's first note. Later ones get the same, so that they are deleted together.
with earlier as (
    select id, office_id, text, author_id from day_note where person_id = :person::bigint and day = :day::int
)
insert into day_note (person_id, day, office_id, author_id, text, written_at)
select :person::bigint, :day::int, coalesce((select office_id from earlier order by id limit 1), :office::bigint), :author::bigint,
       :text::text, :now::timestamptz
 where :text::text <> coalesce(
           (select text from earlier where (author_id = :person::bigint) = (:author::bigint = :person::bigint)
             order by id desc limit 1), '')

-- Stores a note, in place of the one by the person, or of the one by others. Nothing is stored if that has the same text.
-- :person  whose day   :day  in days since 1970   :office   :author   :text  empty: removes the note   :now
insert into day_note (person_id, day, office_id, author_id, text, written_at)
select :person::bigint, :day::int, :office::bigint, :author::bigint, :text::text, :now::timestamptz
 where :text::text <> coalesce(
           (select note.text from day_note as note
             where note.person_id = :person::bigint and note.day = :day::int
               and (note.author_id = note.person_id) = (:author::bigint = :person::bigint)
             order by note.id desc limit 1), '')

-- The notes on people's days, by person and day, then earliest first.
-- :people bigint[]   :first, :last  days since 1970   :all  also those that were replaced, and the removals, with an empty text
select note.person_id, note.day, note.office_id, note.text, note.author_id = note.person_id as is_own, note.written_at,
       author.user_name as author_user, author.display_name as author_name
  from (select *, lead(id) over (partition by person_id, day, author_id = person_id order by id) as replaced_by
          from day_note
         where person_id = any(:people::bigint[]) and day between :first::int and :last::int) as note
  join person as author on author.id = note.author_id
 where :all::bool or note.replaced_by is null and note.text <> ''
 order by note.person_id, note.day, note.id

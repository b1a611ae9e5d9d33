-- The comments on warnings of people's days, by person and day, then earliest first.
-- :people bigint[]   :first, :last  days since 1970
select note.person_id, note.day, note.rule, note.code, note.value_s, note.limit_s, note.comment, note.written_at,
       author.user_name as author_user, author.display_name as author_name
  from warning_note as note
  join person as author on author.id = note.author_id
 where note.person_id = any(:people::bigint[]) and note.day between :first::int and :last::int
 order by note.person_id, note.day, note.id

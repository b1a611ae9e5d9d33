-- The current people of an office whose display name or reading contains each word of a text (name_patterns), or whose first and last word
-- begin with its two letters, in any case and without accents: first people with an open session, then in the order of names.
-- :office   :text   :open  people with an open session   :limit   :with_private  includes people whose name the map hides
select person.id
  from person
  join office on office.id = person.office_id
  left join unnest(:open::bigint[]) as open (person) on open.person = person.id
 where person.office_id = :office::bigint and person.left_at is null
   and (:with_private::bool or not (person.is_private and office.allows_private))
   and (plain_name(concat_ws(' ', person.display_name, person.reading)) like all ((select name_patterns(:text::text))::text[])
        -- The initials that a desk on the map shows.
        or person.display_name like '% %'
           and folded_name(left(split_part(person.display_name, ' ', 1), 1) || left(split_part(person.display_name, ' ', -1), 1))
               = folded_name(:text::text))
 order by open.person is null, coalesce(person.reading, person.display_name), person.id
 limit :limit::int

-- The names of the holiday calendars in people's own terms, each once.
select distinct named.calendar
  from hours_fact as terms
 cross join lateral jsonb_array_elements_text(
       case when jsonb_typeof(terms.content::jsonb -> 'calendars') = 'array' then terms.content::jsonb -> 'calendars' end)
       as named (calendar)
 where terms.type = 'terms' and terms.person_id is not null

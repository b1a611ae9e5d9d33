-- The facts of some people without erased ones, ordered by person, then in their order. Takes its parameter from `set_fact_stream`.
-- COPY carries no column names: `FactsByPerson` reads the columns by position.
--
-- One person after another, by the index: the planner cannot estimate the list, and would read all facts for a few people.
copy (
    select of_person.*
      from (
          select id from person
           where current_setting('desktap.fact_people') = ''
              or id in (select unnest(nullif(current_setting('desktap.fact_people'), '')::bigint[]))
           order by id
          offset 0
      ) as one
     cross join lateral (
         select person_id, id, seq, type, content, author_id, reason, recorded_at, entry
           from hours_fact where person_id = one.id and content is not null order by seq
         offset 0
     ) as of_person
) to stdout (format binary)

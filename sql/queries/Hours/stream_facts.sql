-- The facts of some people without erased ones, ordered by person, then in their order. Takes its parameter from `set_fact_stream`.
-- COPY carries no column names: `FactsByPerson` reads the columns by position.
copy (
    select person_id, id, seq, type, content, author_id, reason, recorded_at, entry
      from hours_fact
     where person_id is not null and content is not null
       and (current_setting('desktap.fact_people') = ''
            or person_id = any(nullif(current_setting('desktap.fact_people'), '')::bigint[]))
     order by person_id, seq
) to stdout (format binary)

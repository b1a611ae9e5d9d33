-- Appends facts of hours, unless one is refused. Returns the ids that are not new or refused.
-- outcome: known, if the fact was recorded before; other, if another or an erased fact has the id; former, if there is a reason and
--   the names of the person are erased; erased, if an employment begins on a day whose facts are erased
-- :ids uuid[]   :types text[]   :people, :offices bigint[]  or null each   :days int[]  since 1970, or null each
-- :contents text[]  JSON   :author, :reason  or null
-- Writes.
select fact_id, outcome
  from append_hours_facts(:ids::uuid[], :types::text[], :people::bigint[], :offices::bigint[], :days::int[], :contents::text[],
                          :author::bigint, :reason::text)

-- Appends facts of hours, unless one of the ids belongs to another fact. Returns the ids that were known before.
-- :ids uuid[]   :types text[]   :people, :offices bigint[]  or null each   :days int[]  since 1970, or null each
-- :contents text[]  JSON   :author, :reason  or null
-- Writes.
select known_id, is_same
  from append_hours_facts(:ids::uuid[], :types::text[], :people::bigint[], :offices::bigint[], :days::int[], :contents::text[],
                          :author::bigint, :reason::text)

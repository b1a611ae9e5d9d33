-- Stores a comment on warnings. A warning that has one keeps it.
-- Arrays, one element per warning: :people bigint[]   :offices bigint[]   :days int[]  days since 1970   :rules, :codes text[]
-- :values, :limits bigint[]
-- :author   :comment   :now
insert into warning_note (person_id, office_id, day, rule, code, value_s, limit_s, author_id, comment, written_at)
select found.*, :author::bigint, :comment::text, :now::timestamptz
  from unnest(:people::bigint[], :offices::bigint[], :days::int[], :rules::text[], :codes::text[], :values::bigint[],
              :limits::bigint[]) as found (person_id, office_id, day, rule, code, value_s, limit_s)
 -- Two lists in different orders would deadlock.
 order by found.person_id, found.day, found.rule, found.code
on conflict do nothing

-- Adds wrong passwords to those of the day, and deletes old ones. One row for each of the arrays' elements.
-- :people      :counts      :instants  of the latest one      :kept_since
with forgotten as (delete from failed_sign_in where last_at < :kept_since::timestamptz)
insert into failed_sign_in (person_id, day, count, last_at)
select person_id, (at at time zone 'UTC')::date, count, at
  from unnest(:people::bigint[], :counts::bigint[], :instants::timestamptz[]) as failed (person_id, count, at)
    on conflict (person_id, day) do update
   set count = failed_sign_in.count + excluded.count, last_at = greatest(failed_sign_in.last_at, excluded.last_at)

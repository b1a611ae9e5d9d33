-- Notes that somebody read records or took them away.
-- $1 at, $2 who, $3 whose, or a null in their place, $4 of which office or null, $5 first day, $6 last day, $7 purpose
insert into access_log (at, reader_id, person_id, office_id, period_from, period_to, purpose)
select $1::timestamptz, $2::bigint, person, $4::bigint, date '1970-01-01' + $5::int, date '1970-01-01' + $6::int, $7::text
  from unnest($3::bigint[]) as person

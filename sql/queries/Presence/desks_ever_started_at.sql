-- The desks that any event, amendment or claim names, in no order. Steps from one desk to the next by the index, because
-- there are far fewer desks than taps.
with recursive named as (
    select min(desk) as desk from log_place
    union all
    select (select min(log_place.desk) from log_place where log_place.desk > named.desk) from named
     where named.desk is not null
)
select desk from named where desk is not null
union
select desk from desk_claim

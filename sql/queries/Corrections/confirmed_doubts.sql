-- The confirmed doubts about the days of a period, of all people.
-- :first, :last  days since 1970
select distinct unnest(doubts) as doubt from flag_confirmation
 where withdrawn_at is null and day between :first::int and :last::int

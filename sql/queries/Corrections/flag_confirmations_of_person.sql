-- The confirmations of a person's days, by day, then earliest first. The doubts are separated by commas.
-- :person   :first, :last  days since 1970   :all  also those that were taken back
select one.id, one.day, one.office_id, array_to_string(one.doubts, ',') as doubts, one.reason,
       one.confirmed_at, author.user_name as author_user, author.display_name as author_name, one.withdrawn_at,
       withdrawer.user_name as withdrawer_user, withdrawer.display_name as withdrawer_name
  from flag_confirmation as one
  join person as author on author.id = one.author_id
  left join person as withdrawer on withdrawer.id = one.withdrawn_by_id
 where one.person_id = :person::bigint and one.day between :first::int and :last::int
   and (:all::bool or one.withdrawn_at is null)
 order by one.day, one.confirmed_at, one.id

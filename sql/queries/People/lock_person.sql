-- Locks a current or former employee. References to the person can still be written: a transaction that has locked the log may do that,
-- while a change of an account locks the person first and the log second.
-- No row: the person is unknown.
-- :person
select person.id, person.user_name, person.display_name, person.role, person.office_id, hr_offices(person),
       person.left_at,
       person.last_day - date '1970-01-01' as last_day
  from person where person.id = :person::bigint for no key update

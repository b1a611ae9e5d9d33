-- Sets the password of a current employee.
-- No row: the person has left.
-- :hash  :now  :person
insert into local_password (person_id, hash, set_at)
select id, :hash::text, :now::timestamptz from person where id = :person::bigint and left_at is null
    on conflict (person_id) do update set hash = excluded.hash, set_at = excluded.set_at
returning person_id

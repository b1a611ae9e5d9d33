-- Releases the legal hold on a person. No row: there is none.
-- :now      :person
update legal_hold set released_at = :now::timestamptz where person_id = :person::bigint and released_at is null returning id

-- The desks of an office at which a start needs a signed address, by name.
-- :office
select id from desk where office_id = :office::bigint and requires_signature order by id

-- The desks of an office at which a start needs a signed address, by name. A desk may be on no floor now.
-- :office
select desk from signing_desk where office_id = :office::bigint order by desk

-- Sets whether a start at a desk needs a signed address.
-- No row: the office has no such desk.
-- :office      :desk      :is_required
update desk set requires_signature = :is_required::bool where office_id = :office::bigint and id = :desk::text returning id

-- Replaces the words for an office's printed codes and address lists. The row count is the number of desks.
-- :office      :desk  null: all desks of the office, and its addresses without a desk
with renewed as (
    update office set word = default where id = :office::bigint and :desk::text is null
)
update desk set word = default where office_id = :office::bigint and (:desk::text is null or id = :desk::text)

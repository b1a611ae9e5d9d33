-- The words for an office's printed codes and address lists, by desk. desk is null for addresses without a desk.
-- :office
select null as desk, office.word from office where office.id = :office::bigint
 union all
select desk.id, desk.word from desk where desk.office_id = :office::bigint

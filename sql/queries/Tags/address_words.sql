-- The words for printed codes and lists of addresses of an office; desk null: for addresses without a desk.
-- $1 office
select null as desk, office.word from office where office.id = $1::bigint
 union all
select desk.id, desk.word from desk where desk.office_id = $1::bigint

-- The desks of some offices whose ids contain a text, in any case: shorter ids first, then by id and office.
-- total: their number without the limit.
-- :offices  array      :text      :limit
select office_id, id, floor, count(*) over () as total from desk
 where office_id = any(:offices::bigint[]) and strpos(id, upper(:text::text)) > 0
 order by length(id), id, office_id limit :limit::int

-- Floors in a new order.
-- $1 floors, bigint[]
update floor set position = place.position - 1
  from unnest($1::bigint[]) with ordinality as place (id, position) where floor.id = place.id

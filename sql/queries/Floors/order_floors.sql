-- Sets the order of the tabs.
-- :floors  ids in the new order
update floor set position = place.position - 1
  from unnest(:floors::bigint[]) with ordinality as place (id, position) where floor.id = place.id

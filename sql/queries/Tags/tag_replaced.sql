-- Links a retired tag to the tag that replaces it.
-- :successor      :tag  the retired tag
update tag set replaced_by = :successor::bigint where id = :tag::bigint

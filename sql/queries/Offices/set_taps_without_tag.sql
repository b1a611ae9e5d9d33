-- Sets whether the people of this office may tap on their own page, without a tag.
-- :allows_taps_without_tag      :office
update office set allows_taps_without_tag = :allows_taps_without_tag::bool where id = :office::bigint

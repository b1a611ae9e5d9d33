-- Whether the people of this office may tap on their own page, without a tag.
-- :office
select allows_taps_without_tag from office where id = :office::bigint

-- Whether a tag of this office whose address has no word may record a tap without a button.
-- :office
select taps_without_word from office where id = :office::bigint

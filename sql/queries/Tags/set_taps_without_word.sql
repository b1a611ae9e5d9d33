-- Sets whether a tag of this office whose address has no word may record a tap without a button.
-- :taps_without_word      :office
update office set taps_without_word = :taps_without_word::bool where id = :office::bigint

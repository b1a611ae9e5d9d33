-- Sets the requirements for a start in an office to count immediately, and which taps are possible.
-- :office   :networks text[]   :reader_suffices
-- :proof  the tag proof that suffices: none (no proof does), uid or certificate
-- :requires_signature  only a signed address suffices. Older servers read :proof instead.
-- Null leaves unchanged: :taps_without_word  whether a tag whose address has no word may record a tap without a button
--   :taps_without_tag  whether the people of this office may tap on their own page, without a tag
update office set required_networks = :networks::text[]::cidr[], reader_suffices = :reader_suffices::bool,
                  required_proof = :proof::text, requires_signature = :requires_signature::bool,
                  taps_without_word = coalesce(:taps_without_word::bool, taps_without_word),
                  allows_taps_without_tag = coalesce(:taps_without_tag::bool, allows_taps_without_tag)
 where id = :office::bigint

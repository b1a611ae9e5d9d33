-- Sets the requirements for a start in an office to count immediately.
-- :office   :networks text[]   :reader_suffices
-- :proof  the tag proof that suffices: none (no proof does), uid or certificate
-- :requires_signature  only a signed address suffices. Older servers read :proof instead.
update office set required_networks = :networks::text[]::cidr[], reader_suffices = :reader_suffices::bool,
                  required_proof = :proof::text, requires_signature = :requires_signature::bool
 where id = :office::bigint

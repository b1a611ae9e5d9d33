-- Sets what a start needs to count at once.
-- $1 office, $2 its networks text[], $3 whether a reader suffices, $4 the proof that does: none (no proof), uid or certificate
update office set required_networks = $2::text[]::cidr[], reader_suffices = $3::bool, required_proof = $4::text
 where id = $1::bigint

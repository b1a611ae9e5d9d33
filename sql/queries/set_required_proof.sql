-- Sets what a start has to prove.
-- $1 office, $2 none, uid or certificate
update office set required_proof = $2::text where id = $1::bigint

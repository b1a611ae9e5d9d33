-- Entries of the ledger, without the records they commit to.
-- $1 after this number, $2 how many
select seq, prev_hash, entry_hash, type, record_id, accepted_at, time_commit, place_commit
  from ledger where seq > $1::bigint order by seq limit $2::bigint

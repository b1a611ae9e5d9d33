-- Sets whether an office's tags tap by themselves although their address has no word.
-- $1 office, $2 whether
update office set taps_without_word = $2::bool where id = $1::bigint

-- Whether an office's tags tap by themselves although their address has no word.
-- $1 office
select taps_without_word from office where id = $1::bigint

-- What a start has to prove, in the offices where it has to prove anything.
select id, required_proof from office where required_proof <> 'none'

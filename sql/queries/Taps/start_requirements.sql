-- What a start needs to count at once, in the offices where it needs anything.
select id, array_to_string(required_networks, ','), reader_suffices, required_proof
  from office
 where required_networks <> '{}' or reader_suffices or required_proof <> 'none'

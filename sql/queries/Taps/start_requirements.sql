-- The requirements for a start to count immediately, by office. Offices without requirements are left out.
select id, array_to_string(required_networks, ',') as required_networks, reader_suffices, required_proof,
       requires_signature
  from office
 where required_networks <> '{}' or reader_suffices or required_proof <> 'none'

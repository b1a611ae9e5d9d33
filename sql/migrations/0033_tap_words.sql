-- The word in a tag's address, 64 random bits that no other site knows: with the right one a phone's page taps by itself.

-- For printed codes and lists of addresses: one word for each desk, one for an office's addresses without a desk. A UUID of
-- version 4 has six bits that are not random, in its seventh and its ninth byte.
alter table office
    add column word bytea not null
        default substring(uuid_send(gen_random_uuid()) from 1 for 6) || substring(uuid_send(gen_random_uuid()) from 10 for 2)
        check (octet_length(word) = 8);
alter table desk
    add column word bytea not null
        default substring(uuid_send(gen_random_uuid()) from 1 for 6) || substring(uuid_send(gen_random_uuid()) from 10 for 2)
        check (octet_length(word) = 8);
-- For one registered tag. Null: its address has no word.
alter table tag add column word bytea check (octet_length(word) = 8);
create index tag_of_place on tag (office_id, event) where retired_at is null;

-- What a start needs in an office to count at once: to come from one of its networks, from a reader, or with a proof of its tag.
-- Any one of what is set suffices; where nothing is, nothing is needed.

alter table office
    add column required_networks cidr[] not null default '{}',
    add column reader_suffices   bool not null default false;

-- That a start came from a network of its office. Which one, and from what address, is stored nowhere.
alter table event_place
    drop constraint event_place_proof_check,
    add constraint event_place_proof_check check (proof in ('none', 'network', 'uid', 'certificate'));

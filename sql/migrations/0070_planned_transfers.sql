-- locks nothing
-- outside a transaction
-- People's employments by day, which servers compare with accounts once a minute.
drop index concurrently if exists hours_fact_employments;
create index concurrently hours_fact_employments on hours_fact (person_id, valid_from, seq) include (author_id)
    where type = 'employment';

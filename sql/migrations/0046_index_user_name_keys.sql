-- reads person while servers go on
-- outside a transaction
-- People by user name.
drop index concurrently if exists person_by_user_name_key;
create index concurrently person_by_user_name_key on person (user_name_key(user_name));

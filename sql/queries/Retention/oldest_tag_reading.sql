-- The oldest time of a used reading of a tag. Null: there is none.
select min(received_at) as at from tag_reading

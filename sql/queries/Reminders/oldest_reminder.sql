-- When the oldest message was made; null: there is none. Left out: those that a legal hold protects. Always one row.
select min(created_at) as at from reminder where not is_held(person_id)

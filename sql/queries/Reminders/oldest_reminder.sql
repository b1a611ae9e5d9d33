-- When the oldest message was made, or a person was asked first; null: there is none. Left out: those that a legal hold protects. Always one row.
select least((select min(created_at) from reminder where not is_held(person_id)),
             (select min(asked_at) from day_question where not is_held(person_id))) as at

-- The words with which an address taps by itself: those for printed codes of the desks or offices that it can mean, and those
-- of the tags in use there. No row: there is no such desk or office.
-- $1 desk, null: none is named; $2 event; $3 the office's name, null: none is named
with place as (
    select office.id as office_id, office.taps_without_word,
           case when $1::text is null then office.word else desk.word end as word
      from office
      left join desk on desk.office_id = office.id and desk.id = $1::text
     where ($3::text is null or office.name = $3::text) and ($1::text is null or desk.id is not null)
)
select word, taps_without_word from place
 union all
select tag.word, place.taps_without_word
  from place
  join tag on tag.office_id = place.office_id and tag.event = $2::text and tag.desk is not distinct from $1::text
 where tag.retired_at is null and tag.word is not null

-- The words that let an address record a tap without a button: the words for the printed codes of all desks or offices
-- that the address can mean, and the words of the tags in use there. No row: there is no such desk or office.
-- :desk  null: the address names none      :office_name  null: the address names none      :kind  start, pause or end
with place as (
    select office.id as office_id, office.taps_without_word,
           case when :desk::text is null then office.word else desk.word end as word
      from office
      left join desk on desk.office_id = office.id and desk.id = :desk::text
     where (:office_name::text is null or :office_name::text = any(office.former_names || office.name)) and (:desk::text is null or desk.id is not null)
)
select word, taps_without_word from place
 union all
select tag.word, place.taps_without_word
  from place
  join tag on tag.office_id = place.office_id and tag.event = :kind::text and tag.desk is not distinct from :desk::text
 where tag.retired_at is null and tag.word is not null

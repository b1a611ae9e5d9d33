-- Tags: those in use first, then by office, desk (tags without a desk last) and event.
-- total: the number of all matching tags. master_key: of a tag that signs its address (null: it does not). issued_day counts days since 1970-01-01.
-- :is_retired  null: both
-- :words  each must occur in the office, floor, desk or event, or, from four characters on, in the UID (7F is a floor)
-- :limit  null: all      :offset
select tag.id, tag.uid, tag.office_id, office.name as office_name, tag.desk, tag.event, tag.key_number,
       tag.issued - date '1970-01-01' as issued_day, tag.made_at, tag.written_at, tag.retired_at, tag.why,
       successor.uid as successor_uid, coalesce(signing_key.retired_at, master.retired_at) is not null as is_key_retired, count(*) over () as total,
       tag.word is not null as has_word, master.number as master_key
  from tag
  join office on office.id = tag.office_id
  left join desk on desk.office_id = tag.office_id and desk.id = tag.desk
  left join tag as successor on successor.id = tag.replaced_by
  left join signing_key on signing_key.number = tag.key_number
  left join lateral (
        select master.number, master.retired_at
          from tag_key join tag_master_key as master on master.number = tag_key.master
         where tag_key.uid = tag.uid and tag_key.made_at >= tag.made_at
           and tag_key.confirmed_at <= coalesce(tag.retired_at, 'infinity')
         order by tag_key.generation desc limit 1) as master on true
 where (:is_retired::bool is null or :is_retired::bool = (tag.retired_at is not null))
   and not exists (
        select from unnest(:words::text[]) as word
         where strpos(lower(concat_ws(' ', office.name, desk.floor, tag.desk, tag.event)), lower(word)) = 0
           and (length(word) < 4 or strpos(encode(tag.uid, 'hex'), lower(word)) = 0))
 order by tag.retired_at is not null, office.name, tag.desk nulls last, tag.event, tag.retired_at desc, tag.id
 limit :limit::bigint offset :offset::bigint

-- Tags, those in use first, in the order of their places; behind each how many there are in all.
-- $1 words, text[]: each stands somewhere in office, floor, desk or event, or from four digits on in the UID (7F is a floor);
-- $2 whether retired, null is both, $3 how many at most, null is all, $4 how many to leave out before
select tag.id, tag.uid, tag.office_id, office.name, tag.desk, tag.event, tag.key_number, tag.issued - date '1970-01-01',
       tag.made_at, tag.written_at, tag.retired_at, tag.why, successor.uid,
       signing_key.retired_at is not null, count(*) over (), tag.word is not null as has_word
  from tag
  join office on office.id = tag.office_id
  left join desk on desk.office_id = tag.office_id and desk.id = tag.desk
  left join tag as successor on successor.id = tag.replaced_by
  left join signing_key on signing_key.number = tag.key_number
 where ($2::bool is null or $2::bool = (tag.retired_at is not null))
   and not exists (
        select from unnest($1::text[]) as word
         where strpos(lower(concat_ws(' ', office.name, desk.floor, tag.desk, tag.event)), lower(word)) = 0
           and (length(word) < 4 or strpos(encode(tag.uid, 'hex'), lower(word)) = 0))
 order by tag.retired_at is not null, office.name, tag.desk nulls last, tag.event, tag.retired_at desc, tag.id
 limit $3::bigint offset $4::bigint

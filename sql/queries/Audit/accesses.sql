-- Who read whose record, the latest first. Of somebody: also where theirs was one of many.
-- $1 who or null, $2 whose or null, $3 from or null, $4 to before or null, $5 how many, $6 after how many
select access_log.at, reader.user_name, reader.display_name, person.user_name, person.display_name, office.name,
       access_log.period_from - date '1970-01-01', access_log.period_to - date '1970-01-01', access_log.purpose
  from access_log
  join person as reader on reader.id = access_log.reader_id
  left join person on person.id = access_log.person_id
  left join office on office.id = access_log.office_id
 where ($1::bigint is null or access_log.reader_id = $1::bigint)
   and ($2::bigint is null or access_log.person_id = $2::bigint
        or (access_log.person_id is null
            and (access_log.office_id is null
                 or access_log.office_id = (select office_id from person where id = $2::bigint))))
   and ($3::timestamptz is null or access_log.at >= $3::timestamptz)
   and ($4::timestamptz is null or access_log.at < $4::timestamptz)
 order by access_log.at desc, access_log.id desc limit $5::bigint offset $6::bigint

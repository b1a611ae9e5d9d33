-- Who read a person's record, or one that it was part of; the latest first.
-- $1 person, $2 how many
select access_log.at, reader.user_name, reader.display_name, access_log.period_from - date '1970-01-01',
       access_log.period_to - date '1970-01-01', access_log.purpose
  from access_log join person as reader on reader.id = access_log.reader_id
 where access_log.person_id = $1::bigint
    or (access_log.person_id is null
        and (access_log.office_id is null
             or access_log.office_id = (select office_id from person where id = $1::bigint)))
 order by access_log.at desc, access_log.id desc limit $2::bigint

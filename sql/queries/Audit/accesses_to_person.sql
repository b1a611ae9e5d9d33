-- Accesses to a person's record, also to records of many people among whom the person was; the latest first.
-- :person  :limit
select access_log.at, reader.user_name, reader.display_name, access_log.period_from - date '1970-01-01' as first_day,
       access_log.period_to - date '1970-01-01' as last_day, access_log.purpose
  from access_log join person as reader on reader.id = access_log.reader_id
 where access_log.person_id = :person::bigint
    or (access_log.person_id is null
        and (access_log.office_id is null
             or access_log.office_id = (select office_id from person where id = :person::bigint)))
 order by access_log.at desc, access_log.id desc limit :limit::bigint

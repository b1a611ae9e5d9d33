-- The access log, the latest first. With :subject: also accesses to records of many people among whom the person was.
-- :viewer, :subject  or null: all      :from, :before  at or after, and before, these instants; or null      :limit  :offset
select access_log.at, reader.user_name as viewer_user, reader.display_name as viewer_name,
       person.user_name, person.display_name, office.name as office_name,
       access_log.period_from - date '1970-01-01' as first_day,
       access_log.period_to - date '1970-01-01' as last_day, access_log.purpose
  from access_log
  join person as reader on reader.id = access_log.reader_id
  left join person on person.id = access_log.person_id
  left join office on office.id = access_log.office_id
 where (:viewer::bigint is null or access_log.reader_id = :viewer::bigint)
   and (:subject::bigint is null or access_log.person_id = :subject::bigint
        or (access_log.person_id is null
            and (access_log.office_id is null
                 or access_log.office_id = (select office_id from person where id = :subject::bigint))))
   and (:from::timestamptz is null or access_log.at >= :from::timestamptz)
   and (:before::timestamptz is null or access_log.at < :before::timestamptz)
 order by access_log.at desc, access_log.id desc limit :limit::bigint offset :offset::bigint

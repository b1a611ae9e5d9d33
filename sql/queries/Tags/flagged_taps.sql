-- Suspicious taps, grouped by flag, tag, desk, kind and office: the most serious flag first, then the latest tap first.
-- Left out: flags that were resolved later, because the tag was registered or was written correctly.
-- The instant of arrival counts, because the tap's own time comes from a device.
-- :since      :limit
select place.flag, place.tag_uid, place.desk, event.kind, count(*) as count,
       max(event.received_at) as latest_at,
       (array_agg(reader.name order by event.received_at desc))[1] as reader, office.id as office_id,
       office.name as office_name
  from log_place as place
  join event on event.seq = place.seq
  join office on office.id = event.office_id
  left join reader on reader.id = place.reader_id
 where place.flag is not null and event.received_at >= :since::timestamptz
   and not exists (
       select from tag
        where tag.uid = place.tag_uid and tag.retired_at is null
          and case place.flag when 'tag_unknown' then true
                                    when 'tag_copied' then false
                                    when 'tag_forged' then false
                                    when 'tag_outdated' then false
                                    when 'two_offices' then false
                                    when 'two_networks' then false
                                    else tag.written_at > event.received_at end)
 group by place.flag, place.tag_uid, place.desk, event.kind, office.id
 order by array_position(array['tag_forged', 'tag_copied', 'tag_retired', 'tag_mismatch', 'two_networks', 'two_offices', 'tag_outdated',
                               'tag_unknown'],
                         place.flag),
          max(event.received_at) desc
 limit :limit::bigint

-- The raw events of some people in one slice of time, with their corrections, in the order of the instants that count.
-- Records after the head of the export are ignored. The parameters are the settings of begin_event_stream and
-- set_event_stream.
-- Swift reads the columns by position, because a binary COPY carries no names.
--
-- The events of a slice are adjacent on disk, and so are their places: for many people they are read by time, for a few by
-- person. Few events have corrections, and their ids are known: only these are folded with their corrections.
copy (
    with span as materialized (
        select current_setting('desktap.export_from')::timestamptz as since,
               current_setting('desktap.export_to')::timestamptz as until,
               current_setting('desktap.export_head')::bigint as head,
               current_setting('desktap.export_by_time')::boolean as by_time,
               current_setting('desktap.export_people') = '' as everybody
    ),
    -- The range is for the planner, which cannot estimate the list.
    chosen as materialized (
        select id from person
         where id >= current_setting('desktap.export_first')::bigint and id <= current_setting('desktap.export_last')::bigint
           and coalesce(id = any ((select nullif(current_setting('desktap.export_people'), ''))::bigint[]), true)
    ),
    -- Events that a correction moved to this slice from any time.
    moved as materialized (
        select distinct correction.target_id
          from chosen join correction on correction.person_id = chosen.id
         where correction.new_at >= (select since from span) and correction.new_at < (select until from span)
    ),
    corrected as materialized (
        select unnest(current_setting('desktap.export_corrected')::uuid[]) as id
         union
        select target_id from moved
    ),
    folded as materialized (
        select corrected.id as target_id, fold.*
          from corrected
         cross join lateral (
            select (array_agg(one.new_at order by one.seq desc) filter (where one.new_at is not null))[1] as at,
                   (array_agg(one.new_kind order by one.seq desc) filter (where one.new_kind is not null))[1] as kind,
                   (array_agg(one.new_office_id order by one.seq desc) filter (where one.new_office_id is not null))[1]
                       as office_id,
                   bool_or(place.seq is not null) as sets_desk,
                   (array_agg(place.desk order by one.seq desc) filter (where place.seq is not null))[1] as desk,
                   max(one.seq) filter (where one.type = 'void') as voided,
                   max(one.seq) filter (where one.type = 'restore') as restored,
                   bool_or(one.type = 'restore' or one.new_at is not null) as released,
                   json_agg(
                       json_build_object(
                           'type', one.type, 'at', round(extract(epoch from one.new_at) * 1000)::bigint, 'sent', one.new_at_sent,
                           'kind', one.new_kind, 'sets', place.seq is not null, 'desk', place.desk, 'office', office.name,
                           'author', editor.user_name, 'name', editor.display_name,
                           'received', floor(extract(epoch from one.received_at) * 1000)::bigint, 'reason', one.reason,
                           'requester', asker.display_name) order by one.seq) as steps
              from correction as one
              join person as editor on editor.id = one.author_id
              left join log_place as place on place.seq = one.seq
              left join office on office.id = one.new_office_id
              left join correction_request as request on request.record_id = one.id
              left join person as asker on asker.id = request.asker_id
             where one.target_id = corrected.id and one.seq <= (select head from span)
         ) as fold
    ),
    slice as (
        select event.seq, event.id, event.type, event.person_id, event.kind, event.at_sent, event.at, event.received_at,
               event.office_id, event.quarantine, event.author_id, event.reason, place.desk, place.reader_id,
               place.seq is not null as has_place
          from event
          left join log_place as place
            on place.seq = event.seq
               and place.at >= (select since from span) and place.at < (select until from span)
         where (select by_time from span)
           and event.at >= (select since from span) and event.at < (select until from span)
           and ((select everybody from span) or event.person_id in (select id from chosen))
        union all
        select event.seq, event.id, event.type, event.person_id, event.kind, event.at_sent, event.at, event.received_at,
               event.office_id, event.quarantine, event.author_id, event.reason, place.desk, place.reader_id,
               place.seq is not null as has_place
          from chosen join event on event.person_id = chosen.id
          left join log_place as place
            on place.seq = event.seq
               and place.at >= (select since from span) and place.at < (select until from span)
         where not (select by_time from span)
           and event.at >= (select since from span) and event.at < (select until from span)
        union all
        select event.seq, event.id, event.type, event.person_id, event.kind, event.at_sent, event.at, event.received_at,
               event.office_id, event.quarantine, event.author_id, event.reason, place.desk, place.reader_id,
               place.seq is not null as has_place
          from moved join event on event.id = moved.target_id
          left join log_place as place on place.seq = event.seq
         where not (event.at >= (select since from span) and event.at < (select until from span))
        -- Keeps the planner from using an index for the condition on the head below: nearly all events are before it.
        offset 0
    )
    select event.seq, event.id, event.type, event.person_id,
           coalesce(folded.kind, event.kind) as kind,
           event.at_sent,
           coalesce(folded.at, event.at) as at,
           event.received_at,
           coalesce(folded.office_id, event.office_id) as office_id,
           case when folded.sets_desk then folded.desk else event.desk end as desk,
           -- A void lasts until a restoration. A restoration or a new instant ends a quarantine.
           case when folded.voided > coalesce(folded.restored, 0) then 'voided'
                when event.quarantine is not null and not coalesce(folded.released, false) then 'quarantined'
                else 'effective' end as status,
           case when event.author_id is not null or folded.steps is not null then
               json_build_object(
                   'kind', event.kind, 'desk', event.desk,
                   'away', event.type = 'add' and event.kind = 'start' and event.has_place and event.desk is null,
                   'held', event.quarantine is not null, 'steps', folded.steps,
                   'addition', case when event.author_id is not null then
                       (select json_build_object('author', author.user_name, 'name', author.display_name,
                                                 'reason', event.reason, 'requester', asker.display_name)
                          from person as author
                          left join correction_request as request on request.record_id = event.id
                          left join person as asker on asker.id = request.asker_id
                         where author.id = event.author_id) end)::text end as changes,
           reader.name as reader,
           -- Only an added start can be away from a desk. Without a place, its desk is erased.
           event.type = 'add' and coalesce(folded.kind, event.kind) = 'start'
           and case when folded.sets_desk then folded.desk is null else event.has_place and event.desk is null end as is_away
      from slice as event
      left join reader on reader.id = event.reader_id
      left join folded on folded.target_id = event.id
     where event.seq <= (select head from span) and coalesce(folded.at, event.at) >= (select since from span)
       and coalesce(folded.at, event.at) < (select until from span)
     order by coalesce(folded.at, event.at), event.seq
) to stdout (format binary)

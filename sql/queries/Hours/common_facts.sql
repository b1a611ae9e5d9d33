-- The facts that concern all people, in their order, and the latest one of them. No row: it is the known one. One row whose id is
-- null: there are none any more.
-- :seq, :commitment  of the known one, or null
select latest.seq as latest_seq, latest.commitment as latest_commitment, fact.id, fact.seq, fact.type, fact.content,
       fact.person_id, fact.author_id, fact.reason, fact.recorded_at, fact.entry
  from (select) as request
  left join (select seq, commitment from hours_fact where person_id is null order by seq desc limit 1) as latest on true
  left join hours_fact as fact on fact.person_id is null and fact.seq <= latest.seq
 where (latest.seq, latest.commitment) is distinct from (:seq::bigint, :commitment::bytea)
 order by fact.seq

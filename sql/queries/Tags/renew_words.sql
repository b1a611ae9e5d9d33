-- Gives the printed codes and lists of addresses of an office other words.
-- $1 office, $2 the only desk meant, null: all, and the addresses without a desk
with renewed as (
    update office set word = default where id = $1::bigint and $2::text is null
)
update desk set word = default where office_id = $1::bigint and ($2::text is null or id = $2::text)

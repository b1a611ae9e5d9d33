-- Deletes old pictures that no floor and no draft uses. Recent ones stay, because an open editor may still save them.
-- :before  pictures uploaded earlier are deleted
delete from floor_picture
 where uploaded_at < :before::timestamptz and not exists (select from floor where floor.picture = floor_picture.hash)
   and not exists (select from floor_draft where floor_draft.drawing ->> 'picture' = encode(floor_picture.hash, 'hex'))

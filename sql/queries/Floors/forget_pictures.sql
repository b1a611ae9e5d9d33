-- Pictures that are behind no floor and no draft, and were uploaded so long ago that nobody still has them before their eyes.
-- $1 before when
delete from floor_picture
 where uploaded_at < $1::timestamptz and not exists (select from floor where floor.picture = floor_picture.hash)
   and not exists (select from floor_draft where floor_draft.drawing ->> 'picture' = encode(floor_picture.hash, 'hex'))

-- The offices whose displays show names at desks.
select id from office where names_on_wall

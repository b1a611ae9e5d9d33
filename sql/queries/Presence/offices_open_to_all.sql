-- The offices whose map shows names to every signed-in person.
select id from office where names_shown_to = 'everybody'

-- The offices whose maps everybody sees who is signed in.
select id from office where names_shown_to = 'everybody'

-- The number of messages that wait or are being sent. Always one row.
select count(*) as waiting from reminder where state in ('waiting', 'sending')

-- How many entries of logs and revoked keys are due in each office, and how many about all offices (null).
select office_id, count(*) as count from due_log group by office_id

/** Marks every mailbox that is known or listed: the whole list is made again. SQL, apart from the repository for programs that do not run the service. */
export const MARK_ALL_PEOPLE = `INSERT INTO person_changes (email_key)
  SELECT email_key FROM users UNION SELECT email_key FROM memberships UNION SELECT email_key FROM person_tags
  UNION SELECT email_key FROM person_records WHERE email_key IS NOT NULL UNION SELECT email_key FROM listed_people`;

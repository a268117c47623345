-- Run by deploy/restore.sh on a database that was just restored, before anything runs on it.
--
-- Emails that waited when the backup was taken may have been sent since, and this database does not know. None of them is sent again
-- automatically: they are marked as uncertain, as after a cut connection, and an administrator decides.
BEGIN;
SET LOCAL search_path = messaging;

UPDATE emails SET status = 'uncertain', last_error = 'Restored from a backup: it may have been sent since'
WHERE status IN ('pending', 'sending');

WITH taken AS (DELETE FROM audience_parts RETURNING *)
INSERT INTO email_recipients (id, campaign_id, email, email_key, name, list, created_at, status, reason)
SELECT (taken.ids_begin || lpad(to_hex(taken.first_number + member.place - 1), 8, '0'))::uuid, taken.campaign_id, member.email, member.email_key, member.name, member.list,
  taken.created_at, 'uncertain', 'Restored from a backup: it may have been sent since'
FROM taken CROSS JOIN LATERAL unnest(taken.email_keys, taken.emails, taken.names, taken.lists) WITH ORDINALITY AS member (email_key, email, name, list, place);

UPDATE email_recipients SET status = 'uncertain', reason = 'Restored from a backup: it may have been sent since'
WHERE status IN ('pending', 'sending');

-- Its time came after the backup or while nothing ran: it may have begun.
UPDATE email_campaigns SET status = 'draft', scheduled_at = NULL
WHERE status = 'scheduled' AND scheduled_at <= now();
COMMIT;

SELECT (SELECT count(*) FROM messaging.emails WHERE status = 'uncertain') AS "emails that are uncertain",
  (SELECT count(*) FROM messaging.email_recipients WHERE status = 'uncertain') AS "recipients of campaigns that are uncertain";

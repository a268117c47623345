-- Run by deploy/restore.sh on a database that was just restored, before anything runs on it.
--
-- Emails that waited when the backup was taken may have been sent since, and this database does not know. None of them is sent again
-- automatically: they are marked as uncertain, as after a cut connection, and an administrator decides.
BEGIN;
SET LOCAL search_path = messaging;

UPDATE email_recipients SET status = 'uncertain', reason = 'Restored from a backup: it may have been sent since'
WHERE status IN ('pending', 'sending');

-- Its time came after the backup or while nothing ran: it may have begun.
UPDATE email_campaigns SET status = 'draft', scheduled_at = NULL
WHERE status = 'scheduled' AND scheduled_at <= now();
COMMIT;

SELECT count(*) FILTER (WHERE campaign_id IS NULL) AS "single emails that are uncertain",
  count(*) FILTER (WHERE campaign_id IS NOT NULL) AS "emails of campaigns that are uncertain"
FROM messaging.email_recipients WHERE status = 'uncertain';

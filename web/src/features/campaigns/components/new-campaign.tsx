import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { differingFields } from '../../../components/console/kept-drafts.ts';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Actions, Stack } from '../../../components/ui/layout.tsx';
import { messageOr } from '../../../lib/api-error.ts';
import { createSubmissionKey } from '../../../lib/form-submission.ts';
import { showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { addCampaign } from '../api/campaigns.ts';
import {
  CAMPAIGN_FIELD_NAMES,
  CAMPAIGN_FIELDS,
  campaignDrafts,
  type CampaignTyped,
  EMPTY_CAMPAIGN,
} from '../campaign-draft.ts';
import { CampaignFields, useCampaignForm } from './campaign-form.tsx';
import styles from './campaign.module.css';
import { useTestEmail } from './use-test-email.ts';
import { useWhenSent } from './use-when-sent.ts';

const NEW = 'new';
const drafts = campaignDrafts(() => window.localStorage);

/** Creates a campaign as a draft, which is not sent yet. The browser stores the typed values until the draft is created. */
export const NewCampaign = () => {
  const [submission] = useState(createSubmissionKey);
  const form = useCampaignForm(drafts.read(NEW)?.typed ?? EMPTY_CAMPAIGN);
  const { handleSubmit, setError, reset, getValues, control } = form;
  const typed: CampaignTyped = { ...EMPTY_CAMPAIGN, ...useWatch({ control }) };
  const isEmpty = differingFields(CAMPAIGN_FIELDS, typed, EMPTY_CAMPAIGN).length === 0;
  useEffect(() => {
    if (isEmpty) drafts.forget(NEW);
    else drafts.keep(NEW, { version: 0, typed: getValues() });
  });
  const whenSent = useWhenSent();
  const create = useAdminWrite({
    run: (campaign: CampaignTyped) => addCampaign(campaign, submission.keyFor(campaign)),
    onSuccess: ({ name }) => {
      submission.renew();
      drafts.forget(NEW);
      reset(EMPTY_CAMPAIGN);
      toast({
        title: 'Campaign Created',
        description: `“${name}” is saved as a draft. ${whenSent}`,
      });
    },
    onError: (error) => {
      showFieldErrors(error, CAMPAIGN_FIELD_NAMES, setError);
      toast({ title: 'Error', description: messageOr(error, error.message), variant: 'destructive' });
    },
  });
  const test = useTestEmail(form);
  return (
    <details className={styles['new']} open>
      <summary>
        <h2>New campaign</h2>
      </summary>
      <Stack
        as="form"
        gap={4}
        noValidate
        aria-label="New campaign"
        onSubmit={(event) => void handleSubmit((campaign) => create.start(campaign))(event)}
      >
        <p>
          A campaign is an email that you write to the people of an audience. “Create Campaign” saves it as a draft
          below. {whenSent} Until then this browser keeps what you type here, even if you leave the page.
        </p>
        <CampaignFields form={form} isWide />
        <Actions end>
          <Button onClick={test.send} busy={test.isPending} busyLabel="Sending..." disabled={create.isPending}>
            Send Test
          </Button>
          <Button type="submit" variant="primary" busy={create.isPending} busyLabel="Creating...">
            Create Campaign
          </Button>
        </Actions>
      </Stack>
    </details>
  );
};

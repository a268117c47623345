import { useOneAtATime } from '../../../components/use-once-at-a-time.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { showFieldErrors } from '../../../lib/form.ts';
import { toast } from '../../../lib/toast-store.ts';
import { testCampaign } from '../api/campaigns.ts';
import { CAMPAIGN_FIELD_NAMES } from '../campaign-draft.ts';
import type { CampaignFormState } from './campaign-form.tsx';

/** Sends the email in the form, saved or not, to one address. */
export const useTestEmail = ({ handleSubmit, setError }: CampaignFormState) => {
  const { start, isPending } = useOneAtATime({
    run: testCampaign,
    onSuccess: ({ message }) => toast({ title: 'Test Email Sent', description: message }),
    onError: (error) => {
      showFieldErrors(error, CAMPAIGN_FIELD_NAMES, setError);
      toast({ title: 'Test Failed', description: messageOr(error, error.message), variant: 'destructive' });
    },
  });
  return { send: () => void handleSubmit((typed) => start(typed))(), isPending };
};

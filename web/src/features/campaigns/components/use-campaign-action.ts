import type { CampaignDetails } from '@lectern/contracts/messaging/campaign-model';
import { useQueryClient } from '@tanstack/react-query';
import { useAdminWrite } from '../../../components/console/use-admin-write.ts';
import { messageOr } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast-store.ts';
import { campaignQuery } from '../api/campaigns.ts';

interface CampaignAction<Input> {
  run: (input: Input) => Promise<CampaignDetails>;
  /** The toast after success. */
  done: (campaign: CampaignDetails) => { title: string; description: string };
  /** Runs after success. A dialog stays open after an error. */
  onDone?: () => void;
}

/** An action on a campaign. Afterwards the page shows the campaign from the server's response. */
export const useCampaignAction = <Input>({ run, done, onDone }: CampaignAction<Input>) => {
  const client = useQueryClient();
  return useAdminWrite({
    run,
    onSuccess: (campaign) => {
      client.setQueryData(campaignQuery(campaign.id).queryKey, campaign);
      toast(done(campaign));
      onDone?.();
    },
    onError: (error) => {
      toast({ title: 'Nothing has changed', description: messageOr(error, error.message), variant: 'destructive' });
    },
  });
};

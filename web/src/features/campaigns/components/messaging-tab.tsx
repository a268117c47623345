import { Stack } from '../../../components/ui/layout.tsx';
import { CampaignList } from './campaign-list.tsx';
import { NewCampaign } from './new-campaign.tsx';

/** The campaigns and the form of a new one. */
export const MessagingTab = () => (
  <Stack gap={6}>
    <NewCampaign />
    <CampaignList howToWrite="Write one with the form above." hasSendColumn />
  </Stack>
);

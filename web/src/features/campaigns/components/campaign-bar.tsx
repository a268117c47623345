import type { CampaignDetails } from '@lectern/contracts/messaging/campaign-model';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import editor from '../../../components/console/editor.module.css';
import { Badge } from '../../../components/ui/badge.tsx';
import { Cluster } from '../../../components/ui/layout.tsx';
import { adminSectionPath } from '../../../config/admin-sections.ts';
import { CAMPAIGN_STATES } from '../campaign-view.ts';

interface Props {
  campaign: CampaignDetails;
  /** A note beside the campaign's status. */
  note: ReactNode;
  /** The buttons for the campaign's actions. */
  children: ReactNode;
}

/** The status of a campaign and its actions. */
export const CampaignBar = ({ campaign, note, children }: Props) => {
  const { tone, label } = CAMPAIGN_STATES[campaign.status];
  return (
    <div className={editor['bar']}>
      <Cluster className={editor['state']}>
        <Link to={adminSectionPath('campaign')}>All campaigns</Link>
        <Badge tone={tone}>{label}</Badge>
        {note}
      </Cluster>
      <Cluster>{children}</Cluster>
    </div>
  );
};

import type { CampaignDetails } from '@lectern/contracts/messaging/campaign-model';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '../../../../components/ui/badge.tsx';
import { adminSectionPath } from '../../../../config/admin-sections.ts';
import { CAMPAIGN_STATES } from '../../campaign-view.ts';
import editor from '../article-editor.module.css';

interface Props {
  campaign: CampaignDetails;
  /** What there is to say of it beside its state. */
  note: ReactNode;
  /** What can be done with it. */
  children: ReactNode;
}

/** How a campaign stands, and what can be done with it. */
export const CampaignBar = ({ campaign, note, children }: Props) => {
  const { tone, label } = CAMPAIGN_STATES[campaign.status];
  return (
    <div className={editor['bar']}>
      <div className={editor['state']}>
        <Link to={adminSectionPath('campaign')}>All campaigns</Link>
        <Badge tone={tone}>{label}</Badge>
        {note}
      </div>
      <div className={editor['buttons']}>{children}</div>
    </div>
  );
};

import { DomainError } from '@lectern/contracts/errors';
import type { EmailCampaign } from './email-campaign.entity.ts';

export const campaignGone = (): DomainError =>
  new DomainError('not_found', { message: 'This campaign no longer exists. It may have been deleted.' });

/** The wording of each state in messages to administrators. */
const STATUS: Readonly<Record<EmailCampaign['status'], string>> = {
  draft: 'is a draft',
  scheduled: 'is scheduled',
  sending: 'is being sent',
  paused: 'is paused while it is being sent',
  sent: 'has been sent',
  cancelled: 'was cancelled',
};

/** The 409 of an action that the campaign's state does not allow: names the state and its consequence. */
export const campaignState = (status: EmailCampaign['status'], therefore: string): DomainError =>
  new DomainError('campaign_state', { message: `This campaign ${STATUS[status]}. ${therefore}` });

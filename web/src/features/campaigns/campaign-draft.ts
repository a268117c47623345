import type { CampaignDetails, TargetAudience } from '@lectern/contracts/messaging/campaign-model';
import { keptDrafts, whereItDiffers } from '../../components/console/kept-drafts.ts';
import { AUDIENCES } from './campaign-view.ts';

/** The values in the form of a campaign. */
export interface CampaignTyped {
  name: string;
  subject: string;
  targetAudience: TargetAudience;
  content: string;
  isPublic: boolean;
}

/** The labels of the fields, in the order of the form. */
export const CAMPAIGN_FIELDS = {
  name: 'Name',
  subject: 'Subject',
  targetAudience: 'Audience',
  content: 'Text',
  isPublic: 'Show on the site once sent',
} as const satisfies Record<keyof CampaignTyped, string>;

export const CAMPAIGN_FIELD_NAMES = Object.keys(CAMPAIGN_FIELDS) as (keyof CampaignTyped)[];

export const EMPTY_CAMPAIGN: CampaignTyped = {
  name: '',
  subject: '',
  targetAudience: 'newsletter',
  content: '',
  isPublic: false,
};

export const campaignTypedOf = ({
  name,
  subject,
  targetAudience,
  content,
  isPublic,
}: CampaignDetails): CampaignTyped => ({ name, subject, targetAudience, content, isPublic });

/** A field as text for comparison with another version; of a long text, the part around its first difference. */
export const shownCampaignField = (typed: CampaignTyped, other: CampaignTyped, field: keyof CampaignTyped): string => {
  if (field === 'isPublic') return typed.isPublic ? 'Yes' : 'No';
  if (field === 'targetAudience') return AUDIENCES[typed.targetAudience];
  return whereItDiffers(typed[field], other[field]);
};

/** Stores unsaved campaigns in this browser until they are saved. */
export const campaignDrafts = (storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) =>
  keptDrafts<CampaignTyped>(
    'campaign-draft',
    (typed) =>
      [typed['name'], typed['subject'], typed['content']].every((text) => typeof text === 'string') &&
      typeof typed['isPublic'] === 'boolean' &&
      Object.hasOwn(AUDIENCES, String(typed['targetAudience'])),
    storage,
  );

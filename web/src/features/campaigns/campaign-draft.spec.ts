import { describe, expect, it } from 'vitest';
import { differingFields } from '../../components/console/kept-drafts.ts';
import { CAMPAIGN_FIELDS, campaignDrafts, EMPTY_CAMPAIGN, shownCampaignField } from './campaign-draft.ts';
import { adminSession } from '../../lib/admin-session.ts';

adminSession.start('token', {
  id: '11111111-1111-4111-8111-111111111111',
  email: 'admin@example.org',
  name: 'Robin',
  role: 'owner',
});

describe('the draft of a campaign', () => {
  /** Stored by the form, or by a version of it that had other fields. */
  const readOf = (typed: object) => {
    const stored = JSON.stringify({ version: 3, typed });
    const storage = { getItem: () => stored, setItem: () => undefined, removeItem: () => undefined };
    return campaignDrafts(() => storage).read('one');
  };

  it('is what the form stored, and null if it has an unknown audience, no text, or no valid visibility', () => {
    const typed = { ...EMPTY_CAMPAIGN, subject: 'Kept', isPublic: true };
    expect(readOf(typed)).toEqual({ version: 3, typed });
    for (const broken of [{ targetAudience: 'everybody' }, { content: 5 }, { isPublic: 'yes' }])
      expect(readOf({ ...typed, ...broken })).toBeNull();
  });

  it('is compared with another draft', () => {
    const one = { ...EMPTY_CAMPAIGN, content: `${'Same. '.repeat(20)}Mine.`, isPublic: true };
    const other = { ...EMPTY_CAMPAIGN, content: `${'Same. '.repeat(20)}Theirs.`, targetAudience: 'all' as const };
    expect(differingFields(CAMPAIGN_FIELDS, one, other)).toEqual(['targetAudience', 'content', 'isPublic']);
    expect(shownCampaignField(one, other, 'content')).toMatch(/^… .*Mine\.$/);
    expect([shownCampaignField(other, one, 'targetAudience'), shownCampaignField(one, other, 'isPublic')]).toEqual([
      'Everyone on any list',
      'Yes',
    ]);
  });
});

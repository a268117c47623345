import { describe, expect, it } from '@jest/globals';
import { differingFields } from '../../components/console/kept-drafts.ts';
import { CAMPAIGN_FIELDS, campaignDrafts, EMPTY_CAMPAIGN, shownCampaignField } from './campaign-draft.ts';

const memory = () => {
  const kept = new Map<string, string>();
  return {
    kept,
    storage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
  };
};

describe('the draft of a campaign', () => {
  it('is stored per campaign until it is deleted', () => {
    const { storage } = memory();
    const drafts = campaignDrafts(() => storage);
    const draft = { version: 3, typed: { ...EMPTY_CAMPAIGN, subject: 'Kept', isPublic: true } };
    drafts.keep('one', draft);
    expect([drafts.read('one'), drafts.read('two')]).toEqual([draft, null]);
    drafts.forget('one');
    expect(drafts.read('one')).toBeNull();
  });

  it.each([
    ['an unknown audience', { ...EMPTY_CAMPAIGN, targetAudience: 'everybody' }],
    ['no text', { ...EMPTY_CAMPAIGN, content: 5 }],
    ['no valid visibility', { ...EMPTY_CAMPAIGN, isPublic: 'yes' }],
  ])('is null if it has %s', (_what, typed) => {
    const { kept, storage } = memory();
    kept.set('lectern:campaign-draft:one', JSON.stringify({ version: 1, typed }));
    expect(campaignDrafts(() => storage).read('one')).toBeNull();
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

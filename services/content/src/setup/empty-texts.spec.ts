import { expect, it } from 'vitest';
import { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';
import { emptyTexts, withoutSamplePlaces, withoutSamples } from './empty-texts.ts';

const { profile, meetingPlaces } = SHIPPED_SITE_TEXTS;

it('leaves the email addresses, links and places of the sample association out', () => {
  expect(withoutSamples({ ...profile, supportEmail: 'help@harbor.example' })).toMatchObject({
    supportEmail: 'help@harbor.example',
    billingEmail: 'help@harbor.example',
    careersEmail: null,
    social: [],
  });
  expect(withoutSamplePlaces(meetingPlaces)).toEqual({ zoomUrl: null, discordUrl: null });
});

it('keeps what the operator has configured', () => {
  const configured = {
    ...profile,
    billingEmail: 'money@harbor.example',
    careersEmail: 'work@harbor.example',
    social: [{ link: 'https://debate.social/@harbor' }],
  };
  expect(withoutSamples(configured)).toEqual(configured);
  const places = { zoomUrl: 'https://zoom.us/j/1', discordUrl: 'https://discord.com/invite/harbor' };
  expect(withoutSamplePlaces(places)).toEqual(places);
});

it('offers no office hours until staff do, on the clock of the association', () => {
  const { officeHours } = emptyTexts({ timeZone: 'Europe/Berlin', hasCommunity: false });
  expect(officeHours).toMatchObject({ slotsPerWeek: 0, timeZone: 'Europe/Berlin' });
});

it('promises a chat community where the operator has configured one', () => {
  const promises = (hasCommunity: boolean) => JSON.stringify(emptyTexts({ timeZone: 'UTC', hasCommunity }).plans);
  expect(promises(false)).not.toMatch(/chat|discord/i);
  expect(promises(true)).toContain('Chat community');
});

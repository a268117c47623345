import { expect, it } from 'vitest';
import { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';
import { textsInOtherZones, textsOutOfStep } from './texts-out-of-step.ts';

it('finds the texts that name another weekday than the session’s, or another time, in any field', () => {
  const { announcements: _announcements, officeHours: _hours, ...texts } = SHIPPED_SITE_TEXTS;
  const schedule = SHIPPED_SITE_TEXTS.weeklySession;
  expect(textsOutOfStep(texts, schedule)).toEqual([]);
  expect(textsOutOfStep(texts, { ...schedule, weekday: 'Wednesday' })).toEqual([
    'homeQuestions',
    'clubQuestions',
    'contactQuestions',
    'aboutPage',
  ]);
  expect(textsOutOfStep(texts, { ...schedule, minutes: 90 })).toEqual(['clubQuestions']);
  const team = { isSample: false, people: [{ name: 'Noor', role: 'Coach', text: 'Here on Mondays.' }] };
  expect(textsOutOfStep({ ...texts, team }, schedule)).toEqual(['team']);
});

it('finds the texts that name another time zone than the association’s', () => {
  const { announcements: _announcements, officeHours: _hours, ...texts } = SHIPPED_SITE_TEXTS;
  // The specification has the hours of the chat in Eastern time.
  expect(textsInOtherZones(texts, 'America/Los_Angeles')).toEqual(['contactPage']);
  expect(textsInOtherZones(texts, 'America/New_York')).not.toContain('contactPage');
  expect(textsInOtherZones(texts, 'America/New_York')).toContain('clubQuestions');
  const team = {
    isSample: false,
    people: [{ name: 'Noor', role: 'Coach', text: 'Here from 9 AM PDT, TEST and ACT.' }],
  };
  expect(textsInOtherZones({ ...texts, team }, 'America/Los_Angeles')).not.toContain('team');
  expect(textsInOtherZones({ ...texts, team }, 'Europe/Berlin')).toContain('team');
});

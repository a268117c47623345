import { expect, it } from 'vitest';
import { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';
import { textsInOtherZones, textsOutOfStep } from './texts-out-of-step.ts';

it('finds the texts that name another weekday than the session’s, or another time, in any field', () => {
  const { announcements: _announcements, officeHours: _hours, ...texts } = SHIPPED_SITE_TEXTS;
  const schedule = SHIPPED_SITE_TEXTS.weeklySession;
  expect(textsOutOfStep(texts, schedule)).toEqual([]);
  // Its story is that of the sample; the others follow the session.
  expect(textsOutOfStep(texts, { ...schedule, weekday: 'Wednesday' })).toEqual(['aboutPage']);
  const clubQuestions = { questions: [{ question: 'When?', answer: 'Every Sunday, 8:00-10:00 AM PST.' }] };
  expect(textsOutOfStep({ ...texts, clubQuestions }, { ...schedule, minutes: 90 })).toEqual(['clubQuestions']);
  const team = { isSample: false, people: [{ name: 'Noor', role: 'Coach', text: 'Here on Mondays.' }] };
  expect(textsOutOfStep({ ...texts, team }, schedule)).toEqual(['team']);
});

it('finds the texts that name another time zone than the association’s', () => {
  const { announcements: _announcements, officeHours: _hours, ...texts } = SHIPPED_SITE_TEXTS;
  // The specification has the hours of the chat in Eastern time.
  expect(textsInOtherZones(texts, 'America/Los_Angeles')).toEqual(['contactPage']);
  expect(textsInOtherZones(texts, 'America/New_York')).toEqual([]);
  const team = {
    isSample: false,
    people: [{ name: 'Noor', role: 'Coach', text: 'Here from 9 AM PDT, TEST and ACT.' }],
  };
  expect(textsInOtherZones({ ...texts, team }, 'America/Los_Angeles')).not.toContain('team');
  expect(textsInOtherZones({ ...texts, team }, 'Europe/Berlin')).toContain('team');
});

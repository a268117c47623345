import { expect, it } from 'vitest';
import { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';
import { textsOutOfStep } from './texts-out-of-step.ts';

it('finds the texts that name another weekday than the session’s, or another time, in any field', () => {
  const { announcements: _announcements, officeHours: _hours, ...texts } = SHIPPED_SITE_TEXTS;
  const schedule = SHIPPED_SITE_TEXTS.weeklySession;
  expect(textsOutOfStep(texts, schedule)).toEqual([]);
  expect(textsOutOfStep(texts, { ...schedule, weekday: 'Wednesday' })).toEqual([
    'homeQuestions',
    'clubQuestions',
    'contactQuestions',
  ]);
  expect(textsOutOfStep(texts, { ...schedule, minutes: 90 })).toEqual(['clubQuestions']);
  const team = { isSample: false, people: [{ name: 'Noor', role: 'Coach', text: 'Here on Mondays.' }] };
  expect(textsOutOfStep({ ...texts, team }, schedule)).toEqual(['team']);
});

import { expect, it } from 'vitest';
import { PLACEHOLDERS } from '@lectern/contracts/content/placeholders';
import { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';
import { associationOf } from '../../config/association.ts';
import { fillIn, placeholdersOf } from './fill-in.ts';

const { weeklySession, bootcamp } = SHIPPED_SITE_TEXTS;

it('the words of a page have the values of the schedule, the profile and the prices, at any depth', () => {
  const values = placeholdersOf(associationOf({ name: 'Agora', timeZone: 'America/New_York' }), {
    weeklySession: { ...weeklySession, weekday: 'Wednesday', begins: '18:30', minutes: 75 },
    bootcamp: { ...bootcamp, weekday: 'Monday', begins: '11:30', hours: 1 },
  });
  expect(Object.keys(values).sort()).toEqual([...PLACEHOLDERS].sort());
  expect(
    fillIn(
      { title: '{name}, {day}s', parts: [{ text: '{when}; {bootcampDay}s {bootcampTime}; {monthlyPrice}' }], count: 3 },
      values,
    ),
  ).toEqual({
    title: 'Agora, Wednesdays',
    parts: [{ text: 'Wednesday, 6:30-7:45 PM EST; Mondays 11:30am-12:30pm EST; $95' }],
    count: 3,
  });
});

it('a value is filled in as it is, and braces around anything else stay', () => {
  const values = { name: 'A {day} $& club', day: 'Sunday' };
  expect(fillIn('{name} {{7*7}} {nothing} {constructor} {}', values)).toBe(
    'A {day} $& club {{7*7}} {nothing} {constructor} {}',
  );
});

import { expect, it } from 'vitest';
import { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';
import { differencesOf, TEXT_KINDS } from './texts.ts';

it('the differences of two versions are the fields with other words, of lists the items with other words', () => {
  const shipped = SHIPPED_SITE_TEXTS.weeklySession;
  const { labels } = TEXT_KINDS.weeklySession;
  const day = (date: string) => ({ date, reason: 'Winter break' });
  expect(differencesOf(labels, shipped, { ...shipped })).toEqual([]);
  expect(
    differencesOf(
      labels,
      { ...shipped, minutes: 90, skipped: [day('2026-12-20'), day('2026-12-27')] },
      { ...shipped, skipped: [day('2026-12-27')] },
    ),
  ).toEqual([
    { field: 'minutes', label: 'Minutes', one: '90', other: '120' },
    {
      field: 'skipped',
      label: 'Skipped days',
      one: '1. 2026-12-20: Winter break',
      other: 'One item, which the other version has, too',
    },
  ]);
});

it('the differences of two versions of a page are the fields of a group with other words', () => {
  const shipped = SHIPPED_SITE_TEXTS.homePage;
  const [first, ...rest] = shipped.whyJoin.reasons;
  const changed = {
    ...shipped,
    opening: { ...shipped.opening, title: 'Speak up.' },
    whyJoin: { ...shipped.whyJoin, reasons: [{ ...first, text: 'Every week.' }, ...rest] },
  };
  expect(differencesOf(TEXT_KINDS.homePage.labels, shipped, changed)).toEqual([
    { field: 'opening', label: 'Opening', one: `Title: ${shipped.opening.title}`, other: 'Title: Speak up.' },
    {
      field: 'whyJoin',
      label: 'Why join',
      one: `Reasons: 1. ${first?.name}: ${first?.text}`,
      other: `Reasons: 1. ${first?.name}: Every week.`,
    },
  ]);
});

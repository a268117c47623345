import { expect, it } from 'vitest';
import { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';
import { formatCentsShort } from '@lectern/contracts/money';
import { ANNUAL, ANNUAL_SAVING, BOOTCAMP, MONTHLY, REFERRAL_REWARD, TOURNAMENT_ENTRY } from './offers.ts';

it('the shipped texts name the prices of the pages, and no other', () => {
  const named = new Set(JSON.stringify(SHIPPED_SITE_TEXTS).match(/\$\d[\d,.]*\d/g));
  const prices = [MONTHLY, ANNUAL, ANNUAL_SAVING, TOURNAMENT_ENTRY, BOOTCAMP, REFERRAL_REWARD];
  expect([...named].sort()).toEqual(prices.map((cents) => formatCentsShort(cents)).sort());
});

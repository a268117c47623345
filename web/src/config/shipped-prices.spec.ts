import { expect, it } from 'vitest';
import { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';
import { SHIPPED_PROFILE } from '@lectern/contracts/page-profile';
import { formatCentsShort } from '@lectern/contracts/money';
import { fillIn, placeholdersOf } from '../components/site-texts/fill-in.ts';
import { ANNUAL, ANNUAL_SAVING, BOOTCAMP, MONTHLY, REFERRAL_REWARD, TOURNAMENT_ENTRY } from './offers.ts';

it('the shipped texts name the prices of the pages, and no other', () => {
  const filled = fillIn(SHIPPED_SITE_TEXTS, placeholdersOf(SHIPPED_PROFILE, SHIPPED_SITE_TEXTS));
  const named = new Set(JSON.stringify(filled).match(/\$\d[\d,.]*\d/g));
  const prices = [MONTHLY, ANNUAL, ANNUAL_SAVING, TOURNAMENT_ENTRY, BOOTCAMP, REFERRAL_REWARD];
  expect([...named].sort()).toEqual(prices.map((cents) => formatCentsShort(cents)).sort());
});

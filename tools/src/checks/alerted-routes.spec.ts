import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROUTES } from '@lectern/contracts/registry';
import { parse } from 'yaml';

interface Alerts {
  groups: { rules: { alert?: string; expr: string }[] }[];
}

it('CheckoutFailing watches every route that opens a payment page', () => {
  const { groups } = parse(
    readFileSync(join(import.meta.dirname, '../../../deploy/monitoring/alerts.yml'), 'utf8'),
  ) as Alerts;
  const { expr = '' } = groups.flatMap(({ rules }) => rules).find(({ alert }) => alert === 'CheckoutFailing') ?? {};
  const watched = [...expr.matchAll(/route=~"([^"]*)"/g)].map(([, routes = '']) => new RegExp(`^${routes}$`));
  // The preview of a payment link opens nothing. An entry opens its page later, by its payment link.
  const opening = ROUTES.filter(({ rateLimit }) => rateLimit === 'checkout')
    .map(({ path }) => path)
    .filter((path) => path !== '/api/payment-links/preview');
  expect(opening).toContain('/api/payment-links/checkout');
  expect(watched).toHaveLength(2);
  expect(opening.filter((path) => !watched.every((routes) => routes.test(path)))).toEqual([]);
});

import type { DocsOf } from '../route-docs/route-docs.ts';
import { APRIL_12 } from '../route-docs/samples.ts';
import type * as http from './own-entry-http.ts';

const token = 'an opaque token';
const entry = {
  title: 'Spring Tournament',
  beginsAt: APRIL_12,
  timezone: 'America/Los_Angeles',
  firstName: 'Ada',
  lastName: 'Byron',
  division: 'development' as const,
  competitions: ['Prepared Speech'],
  position: null,
  ruleBroken: null,
  paid: 4_500,
  refunded: 0,
};

export const ownEntryDocs = {
  openOwnEntry: {
    summary: 'Reads a tournament entry, by the token of its emails.',
    description:
      '`withdrawal.refund` is in cents: what a withdrawal returns now, by the event’s steps, less what was refunded before.',
    errors: ['event_link_unknown'],
    body: { token },
    response: { ...entry, state: 'paid', withdrawal: { refund: 2_250, way: 'card' }, withdrawn: null },
  },
  withdrawOwnEntry: {
    summary: 'Withdraws a tournament entry.',
    description:
      'Its place goes to the waitlist. The refund is made in the background, also while the payment provider does not answer. A repeated request changes nothing more.',
    errors: ['event_link_unknown', 'refund_changed', 'withdrawal_refused'],
    body: { token, refund: 2_250 },
    response: {
      ...entry,
      state: 'withdrawn',
      withdrawal: null,
      withdrawn: { at: APRIL_12, refund: 2_250, way: 'card' },
    },
  },
} satisfies DocsOf<typeof http>;

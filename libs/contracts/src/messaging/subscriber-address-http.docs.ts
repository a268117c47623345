import type { DocsOf } from '../route-docs/route-docs.ts';
import { ID, PERSON } from '../route-docs/samples.ts';
import type * as http from './subscriber-address-http.ts';

const MEANT = 'ann.lee@example.com';

export const subscriberAddressDocs = {
  correctSubscriberAddress: {
    summary: 'Emails a confirmation link to the address that a newsletter subscriber meant.',
    description:
      'The subscription moves once the link is confirmed, within a week. A mailbox gets at most ten such emails an hour.',
    errors: ['not_found', 'registration_exists', 'too_many_requests'],
    body: { email: PERSON.email, newEmail: MEANT },
    response: { message: `We emailed a link to ${MEANT}. The newsletter goes there once it is confirmed.` },
  },
  confirmSubscriberAddress: {
    summary: 'Moves a newsletter subscription to the address of an emailed link.',
    errors: ['link_invalid'],
    body: { subscriberId: ID, email: MEANT, until: '2026-03-09T09:00:00.000Z', key: 'k7Qd2mXfV3rA9tZh' },
    response: { message: `The newsletter goes to ${MEANT} from now on.` },
  },
} satisfies DocsOf<typeof http>;

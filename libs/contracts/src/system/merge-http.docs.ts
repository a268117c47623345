import type { DocsOf } from '../route-docs/route-docs.ts';
import { ID, MARCH_1, PERSON } from '../route-docs/samples.ts';
import type * as http from './merge-http.ts';

const { email, firstName, lastName } = PERSON;
const [name, oldEmail] = [`${firstName} ${lastName}`, 'sample.guest@example.com'];

export const mergeDocs = {
  previewMerge: {
    summary: 'Shows what a merge of two people would move.',
    description:
      'Changes nothing. Each part of the system names the records that it would move, and the reasons that forbid the merge.',
    query: { oldEmail, newEmail: email },
    response: {
      from: { email: oldEmail, name, account: 'none' },
      into: { email, name, account: 'active' },
      parts: [{ part: 'registrations', moves: [{ what: 'entries', count: 1 }], problems: [] }],
    },
  },
  mergePeople: {
    summary: 'Merges a person without an account into another person.',
    description:
      'Everything that is kept under the old email address moves to the other one, in each part of the system. A refusal of emails stays in force. It cannot be undone. Recorded as an action.',
    errors: ['merge_refused', 'person_unknown', 'idempotency_conflict', 'service_unavailable'],
    body: { id: ID, oldEmail, newEmail: email },
    response: { message: 'The people are being merged. Payments, registrations and emails follow within seconds.' },
  },
  getMerge: {
    summary: 'Lists the parts of the system that have not confirmed a merge yet.',
    params: { id: ID },
    response: { mergedAt: MARCH_1, waitingFor: ['payments'] },
  },
} satisfies DocsOf<typeof http>;

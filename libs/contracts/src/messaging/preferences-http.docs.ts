import type { DocsOf } from '../route-docs/route-docs.ts';
import { PERSON } from '../route-docs/samples.ts';
import type * as http from './preferences-http.ts';

const link = { email: PERSON.email, key: 'k7Qd2mXfV3rA9tZh' };
const lists = { debate_club: true, tournament: true, newsletter: false };
const about = {
  description: '`email` and `key` are those of the unsubscribe link in an email.',
  errors: ['link_invalid'] as const,
  response: { lists, stopped: null },
};

export const preferencesDocs = {
  readPreferences: { summary: 'Reads the lists from which an email address gets emails.', query: link, ...about },
  choosePreferences: {
    summary: 'Subscribes an email address to lists, or unsubscribes it.',
    body: { ...link, lists },
    ...about,
  },
} satisfies DocsOf<typeof http>;

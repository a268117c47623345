import * as z from 'zod/mini';
import { instant } from '@lectern/contracts/fields';
import { letterTemplate } from '../letter-template.ts';
import { accountLetter } from './account-letter.ts';
import { momentOf } from './letter-dates.ts';

const SUBJECTS = { invited: 'An administrator was invited', kept_out: 'An administrator was kept out', let_in: 'An administrator was let in again' } as const;
const DONE = {
  invited: (about: string) => `invited ${about} to the administration`,
  kept_out: (about: string) => `kept ${about} out, whose sessions have ended,`,
  let_in: (about: string) => `let ${about} in again`,
} as const;

/** To the other administrators: who may sign in has changed. */
export const administratorsChangedLetter = letterTemplate({
  name: 'administrators-changed',
  data: z.object({ change: z.enum(['invited', 'kept_out', 'let_in']), about: z.string(), by: z.nullable(z.string()), at: instant() }),
  render: ({ change, about, by, at }, site) =>
    accountLetter(site, {
      subject: SUBJECTS[change],
      title: SUBJECTS[change],
      preview: about,
      firstName: null,
      opening: `${by ?? 'An operator'} ${DONE[change](about)} on ${momentOf(at, site)}.`,
      otherwise: { before: 'If nobody of you agreed to that, keep out whoever did it: ', label: 'the page of all administrators', url: `${site.url}/admin/administrators` },
      closing: 'Then have them choose a new password, and look at what was done on the page “Activity”.',
      reason: `You get this email because this address belongs to a ${site.associationName} administrator account. Emails about its security cannot be switched off.`,
    }),
});

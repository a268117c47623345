import * as z from 'zod/mini';
import { instant } from '@lectern/contracts/fields';
import { administratorChange } from '@lectern/contracts/identity/events';
import { emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';
import { momentOf } from './email-dates.ts';

const SUBJECTS = {
  created: 'There is a new administrator',
  invited: 'An administrator was invited',
  deactivated: 'An administrator was deactivated',
  reactivated: 'An administrator was reactivated',
} as const;
const DONE = {
  created: (about: string) => `made ${about} an administrator`,
  invited: (about: string) => `invited ${about} to the dashboard`,
  deactivated: (about: string) => `deactivated ${about} and ended their sessions`,
  reactivated: (about: string) => `reactivated ${about}`,
} as const;

/** To the other administrators after a change of the administrators or their access. */
export const administratorsChangedEmail = emailTemplate({
  name: 'administrators-changed',
  data: z.object({ change: administratorChange, about: z.string(), by: z.nullable(z.string()), at: instant() }),
  render: ({ change, about, by, at }, site) =>
    plainEmail(site, {
      subject: SUBJECTS[change],
      title: SUBJECTS[change],
      preview: about,
      firstName: null,
      opening: `${by ?? 'An operator'} ${DONE[change](about)} on ${momentOf(at, site)}.`,
      otherwise: {
        before:
          by === null
            ? 'If you did not expect this change, ask the operator of the system. All administrators are on the page '
            : 'If you did not agree on this change, deactivate the administrator who made it on the page ',
        label: '“Administrators”',
        url: `${site.url}/admin/administrators`,
      },
      closing: 'The page “Activity” lists all changes.',
      reason: `You get this email because this address belongs to a ${site.associationName} administrator account. You cannot unsubscribe from emails about its security.`,
    }),
});

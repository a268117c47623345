import * as z from 'zod/mini';
import { instant } from '@lectern/contracts/fields';
import { administratorChange } from '@lectern/contracts/identity/events';
import { roleWithArticle } from '@lectern/contracts/identity/permission';
import { staffRole } from '@lectern/contracts/identity/staff-role';
import { emailTemplate } from '../email-template.ts';
import { plainEmail } from './plain-email.tsx';
import { momentOf } from './email-dates.ts';

const SUBJECTS = {
  created: 'There is a new administrator',
  invited: 'An administrator was invited',
  deactivated: 'An administrator was deactivated',
  reactivated: 'An administrator was reactivated',
  role_changed: 'An administrator has another role',
} as const;
const DONE = {
  created: (about: string, role: string) => `made ${about} an administrator, as ${role},`,
  invited: (about: string, role: string) => `invited ${about} to the dashboard as ${role}`,
  deactivated: (about: string) => `deactivated ${about} and ended their sessions`,
  reactivated: (about: string, role: string) => `reactivated ${about}, who is ${role},`,
  role_changed: (about: string, role: string) => `made ${about} ${role}`,
} as const;

/** To the other administrators after a change of the administrators or their access. */
export const administratorsChangedEmail = emailTemplate({
  name: 'administrators-changed',
  data: z.object({
    change: administratorChange,
    role: staffRole,
    about: z.string(),
    by: z.nullable(z.string()),
    at: instant(),
  }),
  render: ({ change, role, about, by, at }, site) =>
    plainEmail(site, {
      subject: SUBJECTS[change],
      title: SUBJECTS[change],
      preview: about,
      firstName: null,
      opening: `${by ?? 'An operator'} ${DONE[change](about, roleWithArticle(role))} on ${momentOf(at, site)}.`,
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

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

/** For the affected administrator. */
const YOURS = {
  ...{ created: null, invited: null },
  deactivated: {
    subject: 'Your administrator account was deactivated',
    done: () => 'deactivated your administrator account',
  },
  reactivated: {
    subject: 'Your administrator account was reactivated',
    done: () => 'reactivated your administrator account',
  },
  role_changed: { subject: 'You have another role', done: (role: string) => `made you ${role}` },
} as const;

/** To the other owners after a change of the administrators or their access, and to the affected one. */
export const administratorsChangedEmail = emailTemplate({
  name: 'administrators-changed',
  data: z.object({
    change: administratorChange,
    role: staffRole,
    about: z.string(),
    by: z.nullable(z.string()),
    at: instant(),
    /** Whether its reader is the affected administrator. Missing in older emails. */
    isYours: z.optional(z.boolean()),
  }),
  render: ({ change, role, about, by, at, isYours }, site) => {
    const yours = isYours === true ? YOURS[change] : null;
    const reason = `You get this email because this address belongs to a ${site.associationName} administrator account. You cannot unsubscribe from emails about its security.`;
    const actor = by ?? 'An operator';
    if (yours !== null)
      return plainEmail(site, {
        subject: yours.subject,
        title: yours.subject,
        preview: about,
        firstName: null,
        opening: `${actor} ${yours.done(roleWithArticle(role))} on ${momentOf(at, site)}.`,
        closing: 'If you did not expect this, ask an owner of the association’s console.',
        reason,
      });
    return plainEmail(site, {
      subject: SUBJECTS[change],
      title: SUBJECTS[change],
      preview: about,
      firstName: null,
      opening: `${actor} ${DONE[change](about, roleWithArticle(role))} on ${momentOf(at, site)}.`,
      otherwise: {
        before:
          by === null
            ? 'If you did not expect this change, ask the operator of the system. All administrators are on the page '
            : 'If you did not agree on this change, deactivate the administrator who made it on the page ',
        label: '“Administrators”',
        url: `${site.url}/admin/administrators`,
      },
      closing: 'The page “Activity” lists all changes.',
      reason,
    });
  },
});

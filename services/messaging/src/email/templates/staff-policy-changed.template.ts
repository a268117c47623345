import * as z from 'zod/mini';
import { instant } from '@lectern/contracts/fields';
import { ROLE_WORDS } from '@lectern/contracts/identity/permission';
import { type StaffRole, staffRole } from '@lectern/contracts/identity/staff-role';
import { emailTemplate } from '../email-template.ts';
import { momentOf } from './email-dates.ts';
import { plainEmail } from './plain-email.tsx';

const SUBJECT = 'Other roles require a second factor';
const listed = new Intl.ListFormat('en-US', { type: 'conjunction' });
const namesOf = (roles: readonly StaffRole[]): string =>
  roles.length === 0 ? 'no role' : listed.format(roles.map((role) => ROLE_WORDS[role].name.toLowerCase()));

/** To the other owners after a change of the roles that require a second factor. */
export const staffPolicyChangedEmail = emailTemplate({
  name: 'staff-policy-changed',
  data: z.object({ roles: z.array(staffRole), before: z.array(staffRole), by: z.string(), at: instant() }),
  render: ({ roles, before, by, at }, site) =>
    plainEmail(site, {
      subject: SUBJECT,
      title: SUBJECT,
      preview: `Required of: ${namesOf(roles)}`,
      firstName: null,
      opening: `${by} changed which roles of administrators require a second factor on ${momentOf(at, site)}. It is required of: ${namesOf(roles)}. Before, it was required of: ${namesOf(before)}.`,
      otherwise: {
        before: 'If you did not agree on this change, deactivate the administrator who made it on the page ',
        label: '“Administrators”',
        url: `${site.url}/admin/administrators`,
      },
      closing: 'The page “Activity” lists all changes.',
      reason: `You get this email because this address belongs to a ${site.associationName} administrator account. You cannot unsubscribe from emails about its security.`,
    }),
});

import type { DocsOf } from '../route-docs/route-docs.ts';
import { ID, MARCH_1, MARCH_2, OTHER_ID, PASSWORD, PERSON } from '../route-docs/samples.ts';
import type * as http from './people-http.ts';

const params = { userId: ID };
const { email, firstName, lastName } = PERSON;
const name = `${firstName} ${lastName}`;
const reason = 'Asked for by phone';

export const peopleDocs = {
  listPeople: {
    summary: 'Lists all people, one for each email address, newest first.',
    description:
      'People are known from an account, a membership, a registration, the newsletter, a message or a tag. Changes are in the list within seconds.',
    query: { limit: 50, account: 'active', tag: 'volunteer judge' },
    response: {
      items: [
        {
          id: ID,
          email,
          name,
          account: 'active',
          status: 'active',
          plan: 'annual',
          division: 'development',
          tags: ['volunteer judge'],
          from: ['account'],
          unpaid: [],
          lastSeenOn: '2026-03-02',
          joinedAt: MARCH_1,
        },
      ],
      nextCursor: null,
      total: 1,
    },
  },
  findDuplicates: {
    summary: 'Lists people who may be the same as a person.',
    description:
      'A person is suggested for the same mailbox with other dots or another part after a plus sign, for the same name with the same address at another provider, or for a full name that at most five people have.',
    query: { email },
    response: {
      possible: [{ email: 'sample+club@example.com', name, account: 'none', reasons: ['mailbox'] }],
      distinct: [],
    },
  },
  keepPeopleApart: {
    summary: 'Notes that two people are different.',
    description: 'They are no longer suggested as the same. `isDistinct: false` ends that.',
    errors: ['person_unknown'],
    body: { email, otherEmail: 'sample+club@example.com', isDistinct: true },
    response: { message: 'They are no longer suggested as the same person.' },
  },
  getPersonTimeline: {
    summary: 'Lists everything that is known about an email address, newest first.',
    description:
      'Only the first page includes the person. The view is recorded as an action, at most once an hour. `missing` names the parts of the system that did not answer.',
    errors: ['person_unknown'],
    query: { email, kind: 'newsletter' },
    response: {
      person: {
        email,
        name,
        account: {
          userId: ID,
          email,
          firstName,
          lastName,
          division: 'development',
          subscriptionStatus: 'inactive',
          isEmailVerified: true,
          pendingEmail: null,
          hasSetPassword: true,
          referralCode: 'SAMPLE42',
          referralCredits: 0,
          deactivatedAt: null,
          createdAt: MARCH_1,
        },
        customer: null,
        mailbox: { newsletter: 'active', noListMail: [] },
        notes: [],
        tags: ['volunteer judge'],
        registrations: [],
        workshops: [],
        counts: { account: 2, newsletter: 1 },
      },
      items: [
        {
          id: `subscribed:${ID}`,
          at: MARCH_2,
          what: 'subscribed',
          kind: 'newsletter',
          details: { source: 'homepage', isActive: true },
        },
      ],
      nextCursor: null,
      missing: [],
    },
  },
  liftSuppression: {
    summary: 'Lets campaigns email an address again that bounced or reported spam.',
    errors: ['not_found'],
    body: { email, reason: 'bounced' },
    response: { message: `Campaigns email ${email} again.` },
  },
  deactivateMember: {
    summary: 'Deactivates the account of a member.',
    description:
      'Ends every session and the calendar’s URL immediately and releases unpaid places in events. Payments stay.',
    params,
    body: { reason },
    response: { message: `${name} has been logged out everywhere and cannot log in any more.` },
  },
  reactivateMember: {
    summary: 'Reactivates the account of a member.',
    params,
    body: { reason },
    response: { message: `${name} can log in again.` },
  },
  viewAsMember: {
    summary: 'Lets an administrator see the site as a member sees it.',
    description:
      'The token reads the pages of the member for a quarter of an hour, and changes nothing: other routes answer `view_only`. It ends with the session of the administrator. Each one is recorded.',
    errors: ['account_deactivated'],
    params,
    body: { reason },
    response: { token: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl', name, expiresAt: MARCH_1 },
  },
  correctMemberEmail: {
    summary: 'Emails a link with which a member’s account changes to another email address.',
    description:
      'Requires the administrator’s own password. At most three such emails an hour. The account changes when the member follows the link while signed in, or resets the password with the new address.',
    errors: ['account_deactivated'],
    params,
    body: { email: 'corrected@example.org', reason, currentPassword: PASSWORD },
    response: { message: 'We emailed a link to corrected@example.org.' },
  },
  sendConfirmation: {
    summary: 'Emails a member the link that confirms their email address.',
    description:
      'At most three such emails an hour. Sends none where the address is confirmed already, or where a link was sent within the last five seconds; the message says so.',
    errors: ['account_deactivated'],
    params,
    response: { message: 'We emailed a link to ada@example.org.' },
  },
  correctMember: {
    summary: 'Corrects the names and the division of a member.',
    description:
      'Registrations, payments and emails follow. `seen` has the values that the form showed: where another administrator has changed one of them meanwhile, nothing is written.',
    errors: ['version_conflict'],
    params,
    body: { firstName, lastName, division: 'professional', seen: { firstName, lastName, division: 'development' } },
    response: { message: `${name} was saved.` },
  },
  correctRegistration: {
    summary: 'Corrects the names, the phone number, the division and the email of one registration.',
    description:
      'Nothing about its account changes. The names and the division of a registration that came with a membership are those of the account. Another email is for a registration without an account: it moves to that mailbox, and both mailboxes are emailed, each at most ten times an hour.',
    errors: ['registration_exists', 'version_conflict', 'address_refused', 'in_progress', 'too_many_requests'],
    params: { list: 'tournament', id: OTHER_ID },
    body: {
      firstName,
      lastName,
      phone: '+1 555 0100',
      division: 'development',
      seen: { firstName, lastName, division: 'development' },
    },
    response: { message: 'The registration was saved.' },
  },
  addNote: {
    summary: 'Adds a note about a person.',
    description:
      'The client chooses the id, so that a repeated request adds nothing. The person gets the note with their data, and it is deleted with their account.',
    errors: ['idempotency_conflict'],
    body: { id: OTHER_ID, email, note: 'Prefers to be called.' },
    response: { message: 'The note was added.' },
  },
  deleteNote: {
    summary: 'Deletes a note about a person.',
    errors: ['not_found'],
    params: { id: OTHER_ID },
    response: { message: 'The note was deleted.' },
  },
  addTag: {
    summary: 'Gives a person a tag.',
    description: 'Staff see it on the page of the person, who gets it with their data. Repeating it changes nothing.',
    body: { email, tag: 'volunteer judge' },
    response: { message: 'The tag was added.' },
  },
  removeTag: {
    summary: 'Removes a tag of a person.',
    body: { email, tag: 'volunteer judge' },
    response: { message: 'The tag was removed.' },
  },
  listTags: {
    summary: 'Lists the tags of all people, those of most people first.',
    response: { tags: [{ tag: 'volunteer judge', people: 12 }] },
  },
  exportPerson: {
    summary: 'Downloads everything that is kept of a person as a JSON file.',
    description:
      'The data of the account with this email address, and of the mailbox. Send it to that email address only. Recorded as an action.',
    errors: ['person_unknown', 'service_unavailable'],
    query: { email },
    file: 'application/json',
  },
  erasePerson: {
    summary: 'Erases a person with or without an account permanently.',
    description:
      'A running membership ends without a refund. The client chooses the `id`, so that a repeated request erases nothing more. `userId` is the account that the email address had when the person was read.',
    errors: [
      'person_unknown',
      'version_conflict',
      'idempotency_conflict',
      'administrator_stays',
      'service_unavailable',
    ],
    body: { id: OTHER_ID, userId: ID, email },
    response: { message: 'The person was erased. Payments, registrations and emails follow within seconds.' },
  },
  getErasure: {
    summary: 'Answers which parts of the system have not confirmed an erasure yet.',
    errors: ['not_found'],
    params: { id: OTHER_ID },
    response: { erasedAt: MARCH_2, waitingFor: ['payments'] },
  },
} satisfies DocsOf<typeof http>;

import { Injectable } from '@nestjs/common';
import { linkRequested } from '@lectern/contracts/identity/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { accountEmailChangeEmail } from './templates/account-email-change.template.ts';
import { accountVerifyEmailEmail } from './templates/account-verify-email.template.ts';
import { accountResetEmail } from './templates/account-reset.template.ts';
import { accountSetupEmail } from './templates/account-setup.template.ts';
import { accountSignInEmail } from './templates/account-sign-in.template.ts';
import { adminInviteEmail, adminResetEmail } from './templates/admin-links.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

type Payload = EventPayload<typeof linkRequested>;

const TEMPLATES = { setup: accountSetupEmail, sign_in: accountSignInEmail, reset: accountResetEmail } as const;
const TEMPLATES_OF_ADMINISTRATORS = { admin_invite: adminInviteEmail, admin_reset: adminResetEmail } as const;
const TEMPLATES_OF_ACCOUNTS = { email_change: accountEmailChangeEmail, verify_email: accountVerifyEmailEmail } as const;

/** Emails a requested link, once for each request. The link itself is made when the email is posted. */
@Injectable()
export class OnLinkRequested {
  constructor(private readonly emails: WriteEmail) {}

  @HandlesEvent(linkRequested)
  async handle({ requestId, purpose, email, firstName, userId, isByStaff }: Payload, tx: Transaction): Promise<void> {
    const envelope = { dedupeKey: `link:${requestId}`, to: email, userId };
    if (purpose === 'email_change' || purpose === 'verify_email') {
      if (userId === undefined) throw new Error(`A link ${purpose} without an account`);
      await this.emails.toPerson(tx, TEMPLATES_OF_ACCOUNTS[purpose], {
        ...envelope,
        data: { email, firstName, userId, ...(isByStaff === true ? { isByStaff } : {}) },
      });
    } else if (purpose === 'admin_invite' || purpose === 'admin_reset') {
      await this.emails.toPerson(tx, TEMPLATES_OF_ADMINISTRATORS[purpose], { ...envelope, data: { email } });
    } else {
      await this.emails.toPerson(tx, TEMPLATES[purpose], { ...envelope, data: { email, firstName } });
    }
  }
}

import { Injectable } from '@nestjs/common';
import { linkRequested } from '@lectern/contracts/identity/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { accountEmailChangeLetter } from './templates/account-email-change.template.ts';
import { accountProveEmailLetter } from './templates/account-prove-email.template.ts';
import { accountResetLetter } from './templates/account-reset.template.ts';
import { accountSetupLetter } from './templates/account-setup.template.ts';
import { accountSignInLetter } from './templates/account-sign-in.template.ts';
import { adminInviteLetter, adminResetLetter } from './templates/admin-links.template.ts';
import { WriteLetter } from './write-letter.use-case.ts';

type Fact = EventPayload<typeof linkRequested>;

const TEMPLATES = { setup: accountSetupLetter, sign_in: accountSignInLetter, reset: accountResetLetter } as const;
const TEMPLATES_OF_ADMINISTRATORS = { admin_invite: adminInviteLetter, admin_reset: adminResetLetter } as const;
const TEMPLATES_OF_ACCOUNTS = { email_change: accountEmailChangeLetter, prove_email: accountProveEmailLetter } as const;

/** Writes to who asked for a link, once for each request. The link itself is made when the letter is posted. */
@Injectable()
export class OnLinkRequested {
  constructor(
    private readonly writeLetter: WriteLetter,
    private readonly erased: ErasedAccounts,
  ) {}

  @HandlesEvent(linkRequested)
  async handle({ requestId, letter, email, firstName, userId, isByStaff }: Fact, tx: Transaction): Promise<void> {
    if (userId !== undefined && (await this.erased.has(tx, userId))) return;
    const envelope = {
      dedupeKey: `link:${requestId}`,
      to: email,
      userId: userId ?? null,
      ...(firstName === null ? {} : { toName: firstName }),
    };
    if (letter === 'email_change' || letter === 'prove_email') {
      if (userId === undefined) throw new Error(`A letter ${letter} without an account`);
      await this.writeLetter.execute(tx, TEMPLATES_OF_ACCOUNTS[letter], {
        ...envelope,
        data: { email, firstName, userId, ...(isByStaff === true ? { isByStaff } : {}) },
      });
    } else if (letter === 'admin_invite' || letter === 'admin_reset') {
      await this.writeLetter.execute(tx, TEMPLATES_OF_ADMINISTRATORS[letter], { ...envelope, data: { email } });
    } else {
      await this.writeLetter.execute(tx, TEMPLATES[letter], { ...envelope, data: { email, firstName } });
    }
  }
}

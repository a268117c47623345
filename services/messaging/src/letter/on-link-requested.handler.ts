import { Injectable } from '@nestjs/common';
import { linkRequested } from '@lectern/contracts/identity/events';
import type { EventPayload } from '@lectern/contracts/event';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { accountResetLetter } from './templates/account-reset.template.ts';
import { accountSetupLetter } from './templates/account-setup.template.ts';
import { accountSignInLetter } from './templates/account-sign-in.template.ts';
import { WriteLetter } from './write-letter.use-case.ts';

type Fact = EventPayload<typeof linkRequested>;

const TEMPLATES = { setup: accountSetupLetter, sign_in: accountSignInLetter, reset: accountResetLetter } as const satisfies Record<Fact['letter'], unknown>;

/** Writes to who asked for a link, once for each request. The link itself is made when the letter is posted. */
@Injectable()
export class OnLinkRequested {
  constructor(private readonly writeLetter: WriteLetter) {}

  @HandlesEvent(linkRequested)
  async handle({ requestId, letter, email, firstName }: Fact, tx: Transaction): Promise<void> {
    await this.writeLetter.execute(tx, TEMPLATES[letter], {
      dedupeKey: `link:${requestId}`,
      to: email,
      ...(firstName === null ? {} : { toName: firstName }),
      data: { email, firstName },
    });
  }
}

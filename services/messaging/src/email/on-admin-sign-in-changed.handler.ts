import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { adminSignInChanged } from '@lectern/contracts/identity/events';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { adminSignInChangedEmail } from './templates/admin-sign-in-changed.template.ts';
import { WriteEmail } from './write-email.use-case.ts';

/** Reports to an administrator that their own ways to sign in have changed, once for each change. */
@Injectable()
export class OnAdminSignInChanged {
  constructor(private readonly writeEmail: WriteEmail) {}

  @HandlesEvent(adminSignInChanged)
  async handle({ changeId, email, ...data }: EventPayload<typeof adminSignInChanged>, tx: Transaction): Promise<void> {
    await this.writeEmail.execute(tx, adminSignInChangedEmail, {
      dedupeKey: `admin-sign-in-changed:${changeId}`,
      to: email,
      data,
    });
  }
}

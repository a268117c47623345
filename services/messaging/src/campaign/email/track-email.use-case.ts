import { Inject, Injectable } from '@nestjs/common';
import { followLink, noteOpening } from '@lectern/contracts/messaging/tracking-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { validSecrets } from '@lectern/service-kit/config/secret';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { MessagingConfig } from '../../config.ts';
import { EmailRecipientRepository } from '../../delivery/email-recipient.repository.ts';
import { recipientOf } from './tracking-token.ts';

/**
 * Records that an email was opened and which of its links were followed. Only a recipient's valid token counts, and a link leads
 * only to a target of that email.
 */
@Injectable()
export class TrackEmail {
  constructor(
    private readonly transactor: Transactor,
    private readonly emails: EmailRecipientRepository,
    private readonly clock: Clock,
    @Inject(MessagingConfig) private readonly config: MessagingConfig,
  ) {}

  @Handles(noteOpening)
  async open({ token, visitor }: RpcInput<typeof noteOpening>): Promise<void> {
    const recipientId = recipientOf(validSecrets(this.config, 'UNSUBSCRIBE_SECRET'), token);
    if (recipientId === null || visitor === 'nobody') return;
    const kind = visitor === 'machine' ? 'machine opened' : 'opened';
    await this.transactor.run((tx) =>
      this.emails.noteReadings(tx, [{ recipientId, kind, at: this.clock.now(), url: '' }]),
    );
  }

  @Handles(followLink)
  async follow({ token, index, visitor }: RpcInput<typeof followLink>): Promise<RpcOutput<typeof followLink>> {
    const recipientId = recipientOf(validSecrets(this.config, 'UNSUBSCRIBE_SECRET'), token);
    if (recipientId === null) return { url: null };
    return this.transactor.run(async (tx) => {
      const url = await this.emails.linkOf(tx, recipientId, index);
      if (url !== null && visitor === 'person')
        await this.emails.noteReadings(tx, [{ recipientId, kind: 'clicked', at: this.clock.now(), url }]);
      return { url };
    });
  }
}

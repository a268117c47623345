import { Injectable } from '@nestjs/common';
import type { EventPayload } from '@lectern/contracts/event';
import { officeHoursChanged } from '@lectern/contracts/registrations/events';
import { Association } from '@lectern/service-kit/association/association';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { HandlesEvent } from '@lectern/service-kit/outbox/event-handler.decorator';
import { ErasedAccounts } from '@lectern/service-kit/person/erased-accounts';
import { Clock } from '@lectern/service-kit/time/clock';
import { ConversationRepository } from '../conversation/conversation.repository.ts';
import { EmailRepository } from './email.repository.ts';
import { officeHoursCancelledEmail } from './templates/office-hours-cancelled.template.ts';
import { officeHoursConfirmedEmail } from './templates/office-hours-confirmed.template.ts';
import { officeHoursTeamEmail } from './templates/office-hours-team.template.tsx';
import { NOTICES_PER_HOUR, WriteEmail } from './write-email.use-case.ts';

const teamKey = (change: EventPayload<typeof officeHoursChanged>['change'], requestId: string): string =>
  `office-hours-${change}-team:${requestId}`;

/**
 * Opens a conversation of staff with a member who booked an office-hours session, and closes it where they cancel; notifies the member
 * and the team, each of them once.
 */
@Injectable()
export class OnOfficeHoursChanged {
  constructor(
    private readonly writeEmail: WriteEmail,
    private readonly conversations: ConversationRepository,
    private readonly emails: EmailRepository,
    private readonly erased: ErasedAccounts,
    private readonly clock: Clock,
    private readonly association: Association,
  ) {}

  @HandlesEvent(officeHoursChanged)
  async handle(event: EventPayload<typeof officeHoursChanged>, tx: Transaction): Promise<void> {
    // The cancellation arrived first, so there is no session to confirm.
    if (event.change === 'requested' && (await this.emails.has(tx, teamKey('cancelled', event.requestId)))) return;
    if (event.userId != null && (await this.erased.has(tx, event.userId))) return;
    const now = this.clock.now();
    if (event.change === 'cancelled') await this.conversations.cancelSession(tx, event.requestId, now);
    else if (event.email !== '') await this.openConversation(event, tx, now);
    const { supportEmail } = await this.association.current(tx);
    if (event.email === '')
      return this.emailTeam(tx, {
        ...event,
        firstName: 'A deleted',
        lastName: 'account',
        supportEmail,
      });
    const data = { ...event, supportEmail, publishedAt: now.toISOString() };
    await this.writeEmail.execute(
      tx,
      event.change === 'requested' ? officeHoursConfirmedEmail : officeHoursCancelledEmail,
      {
        dedupeKey: `office-hours-${event.change}:${event.requestId}`,
        to: event.email,
        userId: event.userId ?? null,
        perHour: NOTICES_PER_HOUR,
        data,
      },
    );
    await this.emailTeam(tx, data);
  }

  private async openConversation(
    { requestId, firstName, lastName, email, userId, topic, startsAt }: EventPayload<typeof officeHoursChanged>,
    tx: Transaction,
    at: Date,
  ): Promise<void> {
    await this.conversations.open(tx, {
      kind: 'office_hours',
      subjectId: requestId,
      name: `${firstName} ${lastName}`.trim(),
      email,
      userId: userId ?? null,
      text: topic,
      sessionStartsAt: new Date(startsAt),
      senderProof: 'signed_in',
      at,
    });
  }

  private async emailTeam(
    tx: Transaction,
    data: EventPayload<typeof officeHoursChanged> & { supportEmail: string },
  ): Promise<void> {
    await this.writeEmail.execute(tx, officeHoursTeamEmail, {
      dedupeKey: teamKey(data.change, data.requestId),
      to: data.supportEmail,
      repeatsTyped: true,
      userId: data.userId ?? null,
      data,
    });
  }
}

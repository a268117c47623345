import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { openEventAccess } from '@lectern/contracts/registrations/event-notice-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { validSecrets } from '@lectern/service-kit/config/secret';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { RegistrationsConfig } from '../config.ts';
import { EventRepository } from '../event/event.repository.ts';
import { refundsOf } from '../event/refunds.ts';
import { placeToken, readPlaceToken } from '../registration-key/place-token.ts';
import { linkOpensAt, meetingLink } from './event-access.ts';
import { EventNoticeRepository } from './event-notice.repository.ts';

/** The page of an event that opens by the token in the emails to a paid place, while that place is there. */
@Injectable()
export class OpenEventAccess {
  constructor(
    private readonly events: EventRepository,
    private readonly notices: EventNoticeRepository,
    private readonly clock: Clock,
    @Inject(RegistrationsConfig) private readonly config: RegistrationsConfig,
  ) {}

  @Handles(openEventAccess)
  async execute({ token }: RpcInput<typeof openEventAccess>): Promise<RpcOutput<typeof openEventAccess>> {
    const place = readPlaceToken(validSecrets(this.config, 'CALENDAR_FEED_SECRET'), 'event-access', token);
    const now = this.clock.now();
    const paid = place === null ? null : await this.notices.paidPlace(place, now);
    const event = paid === null ? null : await this.events.find(null, paid.eventId);
    if (paid === null || event === null) throw new DomainError('event_link_unknown');
    const { type, title, timezone, location } = event;
    const opensAt = linkOpensAt(event);
    return {
      ...{ type, title, timezone, location },
      beginsAt: event.datetime.toISOString(),
      endsAt: event.endsAt.toISOString(),
      opensAt: opensAt > now ? opensAt.toISOString() : null,
      zoomLink: meetingLink(event, now),
      refundSteps: refundsOf(event, { ...paid, paymentStatus: 'paid' }),
      ...(type === 'tournament' && { entryToken: placeToken(this.config.CALENDAR_FEED_SECRET, 'entry', place!) }),
    };
  }
}

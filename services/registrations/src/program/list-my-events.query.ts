import { Injectable } from '@nestjs/common';
import { listMyEvents } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { meetingLink } from '../event-notice/event-access.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { EntryPricing } from '../tournament-registration/entry-pricing.ts';
import { EventRepository } from '../event/event.repository.ts';
import { type OwnEntry, OwnEntries } from './own-entries.ts';

/**
 * The events of the public list, in its order, each with the member's price and entry. A pending or waiting entry has the price
 * that it was made for; otherwise {@link EntryPricing.quote} prices it now, whether or not it is open.
 */
@Injectable()
export class ListMyEvents {
  constructor(
    private readonly events: EventRepository,
    private readonly ownEntries: OwnEntries,
    private readonly pricing: EntryPricing,
    private readonly members: MemberRepository,
    private readonly clock: Clock,
  ) {}

  @Handles(listMyEvents)
  async execute({ member }: RpcInput<typeof listMyEvents>): Promise<RpcOutput<typeof listMyEvents>> {
    const now = this.clock.now();
    const events = await this.events.upcoming(now);
    const account = await this.members.findAccount(null, member.id);
    const named = { firstName: account?.firstName ?? '', lastName: account?.lastName ?? '' };
    const [terms, own] = await Promise.all([
      this.pricing.termsOf(null, { ...named, email: member.email, member }),
      this.ownEntries.of(member.id, account, events),
    ]);
    return events.map((event) => {
      const entry = own.get(event.id) ?? null;
      const made = entry === null || entry.status === 'paid' ? null : entry;
      const { amount, reason } =
        made !== null
          ? made
          : event.type === 'tournament'
            ? this.pricing.quote(event, terms, now)
            : ({ amount: event.price, reason: 'standard' } as const);
      return {
        eventId: event.id,
        type: event.type,
        price: amount,
        reason,
        entry:
          entry === null
            ? null
            : { ...toAnswer(entry), zoomLink: entry.status === 'paid' ? meetingLink(event, now) : null },
      };
    });
  }
}

const toAnswer = ({ status, position, payment, refundSteps, entryToken, ruleBroken }: OwnEntry) => ({
  ...{ status, position, payment, refundSteps, entryToken },
  ...(ruleBroken !== null && { ruleBroken }),
});

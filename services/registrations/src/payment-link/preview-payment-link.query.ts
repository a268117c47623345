import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { type RegistrationKey, readRegistrationToken } from '@lectern/contracts/registrations/registration-token';
import { previewPaymentLink } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { seatPrice } from '../bootcamp-registration/payable.ts';
import { BootcampRegistrationRepository } from '../bootcamp-registration/bootcamp-registration.repository.ts';
import { hasRoom, seatOf } from '../bootcamp-registration/seat.ts';
import { acceptsPayments } from '../event/availability.ts';
import { ruleBrokenBy } from '../event/event-setup.ts';
import { fits } from '../event/places.ts';
import { EventRepository } from '../event/event.repository.ts';
import { MemberRepository } from '../member/member.repository.ts';
import { PurchaseRepository } from '../purchase/purchase.repository.ts';
import { isSameKey } from '../registration-key/is-same-key.ts';
import { TournamentEntries } from '../tournament-registration/tournament-entries.ts';
import { TournamentRegistrationRepository } from '../tournament-registration/tournament-registration.repository.ts';
import { EventOccupancies } from '../program/event-occupancies.ts';
import { RemovedLinks } from './removed-links.query.ts';
import { DEACTIVATED, entryClosedBecause, seatClosedBecause } from './closed-because.ts';

type PaymentPreview = RpcOutput<typeof previewPaymentLink>;

/** The content of a payment link's page. Throws `payment_link_unknown` for a token that names no registration with its key. */
@Injectable()
export class PreviewPaymentLink {
  constructor(
    private readonly events: EventRepository,
    private readonly entries: TournamentEntries,
    private readonly registrations: TournamentRegistrationRepository,
    private readonly seats: BootcampRegistrationRepository,
    private readonly purchases: PurchaseRepository,
    private readonly occupancies: EventOccupancies,
    private readonly members: MemberRepository,
    private readonly removedLinks: RemovedLinks,
    private readonly clock: Clock,
  ) {}

  @Handles(previewPaymentLink)
  async execute({ token }: RpcInput<typeof previewPaymentLink>): Promise<PaymentPreview> {
    const link = readRegistrationToken(token);
    const found = link === null ? null : ((await this.entryOf(link)) ?? (await this.seatOf(link)));
    if (found === null)
      throw link === null ? new DomainError('payment_link_unknown') : await this.removedLinks.unknownBecause(link);
    return found;
  }

  private async entryOf({ registrationId, key }: RegistrationKey): Promise<PaymentPreview | null> {
    const entry = await this.registrations.find(null, registrationId);
    if (entry === null || !isSameKey(entry.payKey, key)) return null;
    const event = (await this.events.find(null, entry.eventId))!;
    const { title, datetime } = event;
    const occupancy = (await this.occupancies.of(null, [event]))(event);
    const terms = {
      title,
      isServed: acceptsPayments(event, this.clock.now()),
      hasRoom: fits(event, occupancy.taken, entry),
      ruleBroken: ruleBrokenBy(event, entry, this.clock.now()),
    };
    const isDeactivated = await this.members.isDeactivated(entry.userId);
    const message =
      entry.paymentStatus === 'paid' ? null : isDeactivated ? DEACTIVATED : entryClosedBecause(entry, terms);
    // A released registration gets a place again at the current price.
    const amount =
      entry.releasedAt !== null && message === null
        ? (await this.entries.priceNow(null, event, entry)).amount
        : (entry.paymentAmount ?? event.price);
    return {
      kind: 'tournament',
      state: entry.paymentStatus === 'paid' ? 'paid' : message === null ? 'payable' : 'closed',
      title,
      beginsAt: datetime.toISOString(),
      firstName: entry.firstName,
      lastName: entry.lastName,
      amount,
      promoCode: amount === 0 ? null : entry.promoCode,
      refunds: { steps: [...event.refundSteps], timezone: event.timezone },
      payer: { userId: entry.userId, email: entry.email },
      message,
    };
  }

  private async seatOf({ registrationId, key }: RegistrationKey): Promise<PaymentPreview | null> {
    const seat = await this.seats.find(null, registrationId);
    if (seat === null || seat.hiddenAt !== null || !isSameKey(seat.payKey, key)) return null;
    const run = (await this.events.find(null, seat.eventId))!;
    const now = this.clock.now();
    const [occupancy] = await this.seats.occupancyOf(null, [run.id]);
    // The current state, also where the job that frees lapsed seats has not run yet.
    const state = seatOf(seat, await this.purchases.ofAny([seat.id]), now);
    const { title, datetime } = run;
    const isDeactivated = state !== 'taken' && (await this.members.isDeactivated(seat.userId));
    const message = isDeactivated
      ? DEACTIVATED
      : seatClosedBecause(
          { seat: state, paymentStatus: seat.paymentStatus },
          {
            title,
            isServed: acceptsPayments(run, now),
            hasRoom: hasRoom(run, occupancy ?? { filled: 0, waiting: 0 }),
          },
        );
    return {
      kind: 'bootcamp',
      state: state === 'taken' ? 'paid' : message === null ? 'payable' : 'closed',
      title,
      beginsAt: datetime.toISOString(),
      firstName: seat.firstName,
      lastName: seat.lastName,
      amount: state === 'taken' ? seat.paymentAmount : seatPrice(run, seat),
      promoCode: seat.promoCode,
      refunds: { steps: [...run.refundSteps], timezone: run.timezone },
      payer: { userId: seat.userId, email: seat.email },
      message,
    };
  }
}

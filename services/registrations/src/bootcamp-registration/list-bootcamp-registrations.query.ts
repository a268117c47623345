import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { ListQuery, Page } from '@lectern/contracts/page';
import type { EventListQuery } from '@lectern/contracts/registration-list';
import {
  type BootcampRegistration as BootcampRegistrationAnswer,
  bootcampStatus,
  type BootcampStatus,
} from '@lectern/contracts/registrations/admin-model';
import { listBootcampRegistrations } from '@lectern/contracts/registrations/admin-rpc';
import { Association } from '@lectern/service-kit/association/association';
import { pageRequest } from '@lectern/service-kit/paging/list-page';
import { namePattern } from '@lectern/service-kit/paging/search-pattern';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { registeredBetween } from '../registered-between/registered-between.ts';
import type { BootcampRegistration } from './bootcamp-registration.entity.ts';
import { BootcampRegistrationRepository } from './bootcamp-registration.repository.ts';

/** The status that a list is filtered by; null without one. Throws `invalid_request`. */
export const statusFilterOf = ({ status }: Pick<ListQuery, 'status'>): BootcampStatus | null => {
  if (status === undefined) return null;
  const known = bootcampStatus.safeParse(status);
  if (!known.success) throw new DomainError('invalid_request', { fields: { status: 'There is no such status' } });
  return known.data;
};

/** The status of a registration. The list's filter uses the same rule. */
const statusOf = ({ paymentStatus, seat }: BootcampRegistration): BootcampStatus =>
  paymentStatus === 'refunded' ? 'refunded' : seat === 'taken' ? 'paid' : seat;

/** Newest first; `q` searches first name, last name and email. Throws `invalid_request` or `cursor_invalid`. */
@Injectable()
export class ListBootcampRegistrations {
  constructor(
    private readonly registrations: BootcampRegistrationRepository,
    private readonly association: Association,
  ) {}

  @Handles(listBootcampRegistrations)
  async execute(query: EventListQuery): Promise<Page<BootcampRegistrationAnswer>> {
    const page = await this.registrations.page(
      {
        status: statusFilterOf(query),
        eventId: query.event ?? null,
        registered: registeredBetween(query, (await this.association.current()).timeZone),
        search: namePattern(query.q),
      },
      pageRequest(query, 'registeredAt'),
    );
    const waitedFor = page.items.filter(({ seat }) => seat === 'waiting').map(({ eventId }) => eventId);
    const positions = await this.registrations.positions([...new Set(waitedFor)]);
    return { ...page, items: page.items.map((registration) => toAnswer(registration, positions)) };
  }
}

const toAnswer = (
  registration: BootcampRegistration,
  positions: ReadonlyMap<string, number>,
): BootcampRegistrationAnswer => ({
  id: registration.id,
  eventId: registration.eventId,
  eventTitle: registration.event!.title,
  eventBegins: registration.event!.datetime.toISOString(),
  userId: registration.userId,
  email: registration.email,
  firstName: registration.firstName,
  lastName: registration.lastName,
  phone: registration.phone,
  experienceLevel: registration.experienceLevel,
  goals: registration.goals,
  referralSource: registration.referralSource,
  specialRequests: registration.specialRequests,
  status: statusOf(registration),
  position: positions.get(registration.id) ?? null,
  offeredUntil: registration.seat === 'offered' ? (registration.offeredUntil?.toISOString() ?? null) : null,
  paymentStatus: registration.paymentStatus,
  paymentAmount: registration.paymentAmount,
  registeredAt: registration.registeredAt.toISOString(),
});

import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { ListQuery, Page } from '@lectern/contracts/page';
import { type AdminEvent, adminEventFilter, type AdminEventFilter } from '@lectern/contracts/registrations/admin-model';
import { getAdminEvent, listAdminEvents } from '@lectern/contracts/registrations/admin-rpc';
import type { RpcInput } from '@lectern/contracts/rpc';
import { pageRequest } from '@lectern/service-kit/paging/list-page';
import { namePattern } from '@lectern/service-kit/paging/search-pattern';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { AdminEvents } from './admin-events.ts';
import { EVENT_GONE } from '../event/event-fields.ts';
import { EventRepository } from '../event/event.repository.ts';

const stateOf = ({ status }: Pick<ListQuery, 'status'>): AdminEventFilter | null => {
  if (status === undefined) return null;
  const state = adminEventFilter.safeParse(status);
  if (!state.success) throw new DomainError('invalid_request', { fields: { status: 'There is no such status' } });
  return state.data;
};

/** Latest date first; `q` searches title and place. Throws `invalid_request` or `cursor_invalid`. */
@Injectable()
export class ListAdminEvents {
  constructor(
    private readonly events: EventRepository,
    private readonly adminEvents: AdminEvents,
    private readonly clock: Clock,
  ) {}

  @Handles(listAdminEvents)
  async execute(query: ListQuery): Promise<Page<AdminEvent>> {
    const filter = { state: stateOf(query), search: namePattern(query.q), now: this.clock.now() };
    const page = await this.events.page(filter, pageRequest(query, 'datetime'));
    return { ...page, items: await this.adminEvents.of(null, page.items) };
  }

  /** Throws `not_found`. */
  @Handles(getAdminEvent)
  async one({ id }: RpcInput<typeof getAdminEvent>): Promise<AdminEvent> {
    const event = await this.events.find(null, id);
    if (event === null) throw new DomainError('not_found', { message: EVENT_GONE });
    return this.adminEvents.one(null, event);
  }
}

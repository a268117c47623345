import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { openOwnEntry } from '@lectern/contracts/registrations/own-entry-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { EventRepository } from '../event/event.repository.ts';
import { OwnEntryPage } from './own-entry-page.ts';

@Injectable()
export class OpenOwnEntry {
  constructor(
    private readonly events: EventRepository,
    private readonly page: OwnEntryPage,
  ) {}

  /** Throws `event_link_unknown`. */
  @Handles(openOwnEntry)
  async execute({ token }: RpcInput<typeof openOwnEntry>): Promise<RpcOutput<typeof openOwnEntry>> {
    const entry = await this.page.find(null, token);
    const event = await this.events.find(null, entry.eventId);
    if (event === null) throw new DomainError('event_link_unknown');
    return this.page.present(null, event, entry);
  }
}

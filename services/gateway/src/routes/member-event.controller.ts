import { Controller } from '@nestjs/common';
import { listMyEvents, payBootcampPlace, payTournamentEntry } from '@lectern/contracts/registrations/http';
import * as registrations from '@lectern/contracts/registrations/rpc';
import type { RouteResponse } from '@lectern/contracts/route';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { ReturnAddress } from '../edge/return-address.ts';
import { type Call, Serves, TheCall } from '../edge/serves.decorator.ts';

type OwnEvent = RpcOutput<typeof registrations.listMyEvents>[number];

/** Events as they concern the signed-in member. */
@Controller()
export class MemberEventController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly returnAddress: ReturnAddress,
  ) {}

  @Serves(listMyEvents)
  async mine(@TheCall() { caller }: Call<typeof listMyEvents>): Promise<RouteResponse<typeof listMyEvents>> {
    const { id, email } = caller.member;
    const events = await this.rpc.call(registrations.listMyEvents, { member: { id, email } });
    return events.map((event) => ({
      eventId: event.eventId,
      price: event.price,
      reason: event.reason,
      entry: event.entry === null ? null : { status: event.entry.status, position: event.entry.position, payUrl: this.payUrl(event) },
    }));
  }

  /** As the letter has it. */
  private payUrl({ type, entry }: OwnEvent): string | null {
    if (entry === null || entry.payment === null) return null;
    const { registrationId, key } = entry.payment;
    const { path } = type === 'tournament' ? payTournamentEntry : payBootcampPlace;
    return this.returnAddress.of(`${path.replace(':id', registrationId)}?${new URLSearchParams({ key }).toString()}`);
  }
}

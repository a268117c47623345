import { Controller } from '@nestjs/common';
import { listMyEvents } from '@lectern/contracts/registrations/event-list-http';
import { registrationToken } from '@lectern/contracts/registrations/registration-token';
import * as registrations from '@lectern/contracts/registrations/rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { ReturnAddress } from '../edge/return-address.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { entryPath, payPath } from './pay-path.ts';

/** Events as they concern the signed-in member. */
@Controller()
export class MemberEventController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly returnAddress: ReturnAddress,
  ) {}

  @Serves(listMyEvents)
  async mine({ caller }: Call<typeof listMyEvents>) {
    const { isView = false, member } = caller;
    const { id, email } = member;
    const events = await this.rpc.call(registrations.listMyEvents, { member: { id, email } });
    return events.map(({ eventId, price, reason, entry }) => ({
      eventId,
      price,
      reason,
      entry: entry && {
        status: entry.status,
        position: entry.position,
        // It opens without a session.
        // Staff who see the site as a member have no place.
        zoomLink: isView ? null : (entry.zoomLink ?? null),
        refundSteps: entry.refundSteps,
        ruleBroken: entry.ruleBroken,
        entryUrl: isView || entry.entryToken === undefined ? null : this.returnAddress.of(entryPath(entry.entryToken)),
        payUrl: isView ? null : entry.payment && this.returnAddress.of(payPath(registrationToken(entry.payment))),
      },
    }));
  }
}

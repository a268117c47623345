import { Controller } from '@nestjs/common';
import type { OfficeHoursRequest as OfficeHoursRequestAnswer } from '@lectern/contracts/registrations/model';
import {
  cancelOfficeHours,
  listOfficeHours,
  requestOfficeHours,
} from '@lectern/contracts/registrations/office-hours-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { CancelOfficeHours } from './cancel-office-hours.use-case.ts';
import { ListOfficeHours } from './list-office-hours.query.ts';
import type { OfficeHoursRequest } from './office-hours-request.entity.ts';
import { RequestOfficeHours } from './request-office-hours.use-case.ts';

const toAnswer = ({ id, startsAt, endsAt, topic, requestedAt }: OfficeHoursRequest): OfficeHoursRequestAnswer => ({
  id,
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
  topic,
  requestedAt: requestedAt.toISOString(),
});

@Controller()
export class OfficeHoursRpc {
  constructor(
    private readonly listSlots: ListOfficeHours,
    private readonly requestSlot: RequestOfficeHours,
    private readonly cancelSlot: CancelOfficeHours,
  ) {}

  @HandlesRpc(listOfficeHours)
  async list({ userId }: RpcInput<typeof listOfficeHours>): Promise<RpcOutput<typeof listOfficeHours>> {
    const { slots, mine } = await this.listSlots.execute(userId);
    return {
      slots: slots.map(({ startsAt, endsAt, isTaken }) => ({
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
        isTaken,
      })),
      mine: mine === null ? null : toAnswer(mine),
    };
  }

  @HandlesRpc(requestOfficeHours)
  async request(input: RpcInput<typeof requestOfficeHours>): Promise<RpcOutput<typeof requestOfficeHours>> {
    return toAnswer(await this.requestSlot.execute(input));
  }

  @HandlesRpc(cancelOfficeHours)
  async cancel(input: RpcInput<typeof cancelOfficeHours>): Promise<RpcOutput<typeof cancelOfficeHours>> {
    await this.cancelSlot.execute(input);
    return {};
  }
}

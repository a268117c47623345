import { Controller } from '@nestjs/common';
import { listEvents, listMyEvents } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ListEvents } from './list-events.query.ts';
import { ListMyEvents } from './list-my-events.query.ts';

@Controller()
export class EventRpc {
  constructor(
    private readonly listUpcoming: ListEvents,
    private readonly listOwn: ListMyEvents,
  ) {}

  @HandlesRpc(listEvents)
  async list(): Promise<RpcOutput<typeof listEvents>> {
    return this.listUpcoming.execute();
  }

  @HandlesRpc(listMyEvents)
  async mine(input: RpcInput<typeof listMyEvents>): Promise<RpcOutput<typeof listMyEvents>> {
    return this.listOwn.execute(input);
  }
}

import { Controller } from '@nestjs/common';
import { listEvents } from '@lectern/contracts/registrations/rpc';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ListEvents } from './list-events.query.ts';

@Controller()
export class EventRpc {
  constructor(private readonly listUpcoming: ListEvents) {}

  @HandlesRpc(listEvents)
  async list(): Promise<RpcOutput<typeof listEvents>> {
    return this.listUpcoming.execute();
  }
}

import { Controller } from '@nestjs/common';
import {
  cloneEvents,
  closeEvent,
  createEvent,
  editEvent,
  getAdminEvent,
  listAdminEvents,
  reopenEvent,
} from '@lectern/contracts/registrations/admin-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { CloneEvents } from './clone-events.use-case.ts';
import { CloseEvent } from './close-event.use-case.ts';
import { CreateEvent } from './create-event.use-case.ts';
import { EditEvent } from './edit-event.use-case.ts';
import { ListAdminEvents } from './list-admin-events.query.ts';

/** Administrators' reads and changes of events. */
@Controller()
export class AdminEventRpc {
  constructor(
    private readonly listEvents: ListAdminEvents,
    private readonly createOne: CreateEvent,
    private readonly editOne: EditEvent,
    private readonly closeOne: CloseEvent,
    private readonly cloneSome: CloneEvents,
  ) {}

  @HandlesRpc(listAdminEvents)
  async list(query: RpcInput<typeof listAdminEvents>): Promise<RpcOutput<typeof listAdminEvents>> {
    return this.listEvents.execute(query);
  }

  @HandlesRpc(getAdminEvent)
  async get({ id }: RpcInput<typeof getAdminEvent>): Promise<RpcOutput<typeof getAdminEvent>> {
    return this.listEvents.one(id);
  }

  @HandlesRpc(createEvent)
  async create(form: RpcInput<typeof createEvent>): Promise<RpcOutput<typeof createEvent>> {
    return this.createOne.execute(form);
  }

  @HandlesRpc(editEvent)
  async edit(form: RpcInput<typeof editEvent>): Promise<RpcOutput<typeof editEvent>> {
    return this.editOne.execute(form);
  }

  @HandlesRpc(closeEvent)
  async close(input: RpcInput<typeof closeEvent>): Promise<RpcOutput<typeof closeEvent>> {
    return this.closeOne.execute(input);
  }

  @HandlesRpc(reopenEvent)
  async reopen(input: RpcInput<typeof reopenEvent>): Promise<RpcOutput<typeof reopenEvent>> {
    return this.closeOne.reopen(input);
  }

  @HandlesRpc(cloneEvents)
  async clone(input: RpcInput<typeof cloneEvents>): Promise<RpcOutput<typeof cloneEvents>> {
    return this.cloneSome.execute(input);
  }
}

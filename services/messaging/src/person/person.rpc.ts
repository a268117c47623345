import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/messaging/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ExportPerson } from './export-person.query.ts';
import { FindPeople } from './find-people.query.ts';
import { ReadTimeline } from './read-timeline.query.ts';

@Controller()
export class PersonRpc {
  constructor(
    private readonly exportPerson: ExportPerson,
    private readonly findPeople: FindPeople,
    private readonly readTimeline: ReadTimeline,
  ) {}

  @HandlesRpc(contracts.exportPerson)
  async export(person: RpcInput<typeof contracts.exportPerson>): Promise<RpcOutput<typeof contracts.exportPerson>> {
    return this.exportPerson.execute(person);
  }

  @HandlesRpc(contracts.findPeople)
  async find({ q }: RpcInput<typeof contracts.findPeople>): Promise<RpcOutput<typeof contracts.findPeople>> {
    return this.findPeople.execute(q);
  }

  @HandlesRpc(contracts.readTimeline)
  async timeline(input: RpcInput<typeof contracts.readTimeline>): Promise<RpcOutput<typeof contracts.readTimeline>> {
    return this.readTimeline.execute(input);
  }
}

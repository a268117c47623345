import { Controller } from '@nestjs/common';
import * as contracts from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { DeleteAccount } from '../erasure/delete-account.use-case.ts';
import { ExportPerson } from './export-person.query.ts';
import { FindPeople } from './find-people.query.ts';
import { RecordPersonView } from './record-person-view.use-case.ts';
import { ReadTimeline } from './read-timeline.query.ts';

@Controller()
export class PersonRpc {
  constructor(
    private readonly exportPerson: ExportPerson,
    private readonly deleteAccount: DeleteAccount,
    private readonly findPeople: FindPeople,
    private readonly readTimeline: ReadTimeline,
    private readonly recordPersonView: RecordPersonView,
  ) {}

  @HandlesRpc(contracts.exportPerson)
  async export({ userId }: RpcInput<typeof contracts.exportPerson>): Promise<RpcOutput<typeof contracts.exportPerson>> {
    return this.exportPerson.execute(userId);
  }

  @HandlesRpc(contracts.deleteAccount)
  async delete(input: RpcInput<typeof contracts.deleteAccount>): Promise<RpcOutput<typeof contracts.deleteAccount>> {
    await this.deleteAccount.execute(input);
    return {};
  }

  @HandlesRpc(contracts.findPeople)
  async find({ q }: RpcInput<typeof contracts.findPeople>): Promise<RpcOutput<typeof contracts.findPeople>> {
    return this.findPeople.execute(q);
  }

  @HandlesRpc(contracts.readTimeline)
  async timeline(input: RpcInput<typeof contracts.readTimeline>): Promise<RpcOutput<typeof contracts.readTimeline>> {
    return this.readTimeline.execute(input);
  }

  @HandlesRpc(contracts.recordPersonView)
  async recordView(
    input: RpcInput<typeof contracts.recordPersonView>,
  ): Promise<RpcOutput<typeof contracts.recordPersonView>> {
    await this.recordPersonView.execute(input);
    return {};
  }
}

import { Controller } from '@nestjs/common';
import { exportPerson } from '@lectern/contracts/billing/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ExportPerson } from './export-person.query.ts';

@Controller()
export class PersonRpc {
  constructor(private readonly exportPerson: ExportPerson) {}

  @HandlesRpc(exportPerson)
  async export(person: RpcInput<typeof exportPerson>): Promise<RpcOutput<typeof exportPerson>> {
    return this.exportPerson.execute(person);
  }
}

import { Controller } from '@nestjs/common';
import { deleteAccount, exportPerson } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { DeleteAccount } from '../erasure/delete-account.use-case.ts';
import { ExportPerson } from './export-person.query.ts';

@Controller()
export class PersonRpc {
  constructor(
    private readonly exportPerson: ExportPerson,
    private readonly deleteAccount: DeleteAccount,
  ) {}

  @HandlesRpc(exportPerson)
  async export({ userId }: RpcInput<typeof exportPerson>): Promise<RpcOutput<typeof exportPerson>> {
    return this.exportPerson.execute(userId);
  }

  @HandlesRpc(deleteAccount)
  async delete(input: RpcInput<typeof deleteAccount>): Promise<RpcOutput<typeof deleteAccount>> {
    await this.deleteAccount.execute(input);
    return {};
  }
}

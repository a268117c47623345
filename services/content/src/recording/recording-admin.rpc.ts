import { Controller } from '@nestjs/common';
import type { AdminRecording } from '@lectern/contracts/content/admin-model';
import * as content from '@lectern/contracts/content/rpc';
import type { Page } from '@lectern/contracts/page';
import type { RpcInput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { DecideRecording } from './decide-recording.use-case.ts';
import { presentToAdmins } from './recording.presenter.ts';
import { RecordingQueries } from './recording.queries.ts';

/** The administrators' API of recordings. */
@Controller()
export class RecordingAdminRpc {
  constructor(
    private readonly queries: RecordingQueries,
    private readonly decide: DecideRecording,
  ) {}

  @HandlesRpc(content.listAllRecordings)
  async list(input: RpcInput<typeof content.listAllRecordings>): Promise<Page<AdminRecording>> {
    const page = await this.queries.list(input);
    return { ...page, items: page.items.map(presentToAdmins) };
  }

  @HandlesRpc(content.readRecording)
  async read({ id }: RpcInput<typeof content.readRecording>): Promise<AdminRecording> {
    return presentToAdmins(await this.queries.read(id));
  }

  @HandlesRpc(content.renameRecording)
  async rename(input: RpcInput<typeof content.renameRecording>): Promise<AdminRecording> {
    return presentToAdmins(await this.decide.rename(input));
  }

  @HandlesRpc(content.hideRecording)
  async hide(input: RpcInput<typeof content.hideRecording>): Promise<AdminRecording> {
    return presentToAdmins(await this.decide.hide(input));
  }
}

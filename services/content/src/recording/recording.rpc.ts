import { Controller } from '@nestjs/common';
import type { Recording } from '@lectern/contracts/content/model';
import { listRecordings } from '@lectern/contracts/content/rpc';
import type { Page } from '@lectern/contracts/page';
import type { RpcInput } from '@lectern/contracts/rpc';
import { HandlesRpc } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ListRecordings } from './list-recordings.query.ts';

@Controller()
export class RecordingRpc {
  constructor(private readonly listRecordings: ListRecordings) {}

  @HandlesRpc(listRecordings)
  async list(input: RpcInput<typeof listRecordings>): Promise<Page<Recording>> {
    return this.listRecordings.execute(input);
  }
}

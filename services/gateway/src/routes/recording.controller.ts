import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/content/http';
import { listRecordings } from '@lectern/contracts/content/rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { memberStatus } from './member-status.ts';

/** Recordings for members. */
@Controller()
export class RecordingController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(http.listRecordings)
  async list(call: Call<typeof http.listRecordings>) {
    const page = await this.rpc.call(listRecordings, {
      ...call.query,
      reader: memberStatus(call.caller.member),
    });
    if (call.query.limit !== undefined) return page;
    call.setHeader('x-total-count', String(page.total));
    return page.items;
  }
}

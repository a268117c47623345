import { Injectable } from '@nestjs/common';
import type { Recording } from '@lectern/contracts/content/model';
import { listRecordings } from '@lectern/contracts/content/rpc';
import type { Page } from '@lectern/contracts/page';
import type { RpcInput } from '@lectern/contracts/rpc';
import { pageRequest } from '@lectern/service-kit/paging/list-page';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { presentRecording } from './recording.presenter.ts';
import { ZoomRecordingRepository } from './zoom-recording.repository.ts';

@Injectable()
export class ListRecordings {
  constructor(private readonly recordings: ZoomRecordingRepository) {}

  /** Newest first, at most 1,000 unless `limit` is less. Only active members get play URLs. Throws `cursor_invalid`. */
  @Handles(listRecordings)
  async execute({ reader, ...query }: RpcInput<typeof listRecordings>): Promise<Page<Recording>> {
    const page = await this.recordings.shownPage(pageRequest(query, 'startTime'));
    return { ...page, items: page.items.map((recording) => presentRecording(recording, reader)) };
  }
}

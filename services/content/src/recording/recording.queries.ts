import { Injectable } from '@nestjs/common';
import { listAllRecordings, readRecording, type SavedRecording } from '@lectern/contracts/content/rpc';
import type { ListQuery, Page } from '@lectern/contracts/page';
import type { RpcInput } from '@lectern/contracts/rpc';
import { pageRequest } from '@lectern/service-kit/paging/list-page';
import { searchPattern } from '@lectern/service-kit/paging/search-pattern';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { isHiddenOf } from '../shown-status.ts';
import { recordingGone } from './decide-recording.use-case.ts';
import { presentToAdmins } from './recording.presenter.ts';
import { ZoomRecordingRepository } from './zoom-recording.repository.ts';

/** Reads recordings for administrators, hidden ones included. */
@Injectable()
export class RecordingQueries {
  constructor(private readonly recordings: ZoomRecordingRepository) {}

  /** Newest first; `q` searches the members' title and Zoom's topic. Throws `invalid_request`, `cursor_invalid`. */
  @Handles(listAllRecordings)
  async list(query: ListQuery): Promise<Page<SavedRecording>> {
    const page = await this.recordings.page(
      { isHidden: isHiddenOf(query), search: searchPattern(query.q) },
      pageRequest(query, 'startTime'),
    );
    return { ...page, items: page.items.map(presentToAdmins) };
  }

  /** Throws `not_found`. */
  @Handles(readRecording)
  async read({ id }: RpcInput<typeof readRecording>): Promise<SavedRecording> {
    const recording = await this.recordings.byId(id);
    if (recording === null) throw recordingGone();
    return presentToAdmins(recording);
  }
}

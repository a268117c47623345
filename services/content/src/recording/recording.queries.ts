import { Injectable } from '@nestjs/common';
import type { ListQuery, Page } from '@lectern/contracts/page';
import { pageRequest } from '@lectern/service-kit/paging/list-page';
import { searchPattern } from '@lectern/service-kit/paging/search-pattern';
import { isHiddenOf } from '../shown-status.ts';
import { recordingGone } from './decide-recording.use-case.ts';
import type { ZoomRecording } from './zoom-recording.entity.ts';
import { ZoomRecordingRepository } from './zoom-recording.repository.ts';

/** Reads recordings for administrators, hidden ones included. */
@Injectable()
export class RecordingQueries {
  constructor(private readonly recordings: ZoomRecordingRepository) {}

  /** Newest first; `q` searches the members' title and Zoom's topic. Throws `invalid_request`, `cursor_invalid`. */
  async list(query: ListQuery): Promise<Page<ZoomRecording>> {
    return this.recordings.page(
      { isHidden: isHiddenOf(query), search: searchPattern(query.q) },
      pageRequest(query, 'startTime'),
    );
  }

  /** Throws `not_found`. */
  async read(id: string): Promise<ZoomRecording> {
    const recording = await this.recordings.byId(id);
    if (recording === null) throw recordingGone();
    return recording;
  }
}

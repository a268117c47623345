import { Injectable } from '@nestjs/common';
import { hideRecording, renameRecording, type SavedRecording } from '@lectern/contracts/content/rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput } from '@lectern/contracts/rpc';
import { type Transaction, Transactor } from '@lectern/service-kit/database/transaction';
import { decideEdit } from '@lectern/service-kit/edit/decide-edit';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { changedBy } from '../changed-by.ts';
import { RecordAdminAction } from '../record-admin-action.ts';
import { presentToAdmins } from './recording.presenter.ts';
import type { ZoomRecording } from './zoom-recording.entity.ts';
import { ZoomRecordingRepository } from './zoom-recording.repository.ts';

const PAGE = 'Recordings';
const LABELS = { title: 'name', isHidden: 'visibility' } as const;

export const recordingGone = (): DomainError =>
  new DomainError('not_found', { message: 'This recording no longer exists. It may have been deleted.' });

/** Administrators' decisions about recordings. They hold whatever Zoom reports later. */
@Injectable()
export class DecideRecording {
  constructor(
    private readonly transactor: Transactor,
    private readonly recordings: ZoomRecordingRepository,
    private readonly clock: Clock,
    private readonly recordAdminAction: RecordAdminAction,
  ) {}

  /** Sets the title that members read in place of Zoom's topic; null restores the topic. Throws `not_found`, `version_conflict`. */
  @Handles(renameRecording)
  async rename({ id, title, version, by }: RpcInput<typeof renameRecording>): Promise<SavedRecording> {
    return this.transactor.run(async (tx) => {
      const recording = await this.lock(tx, id);
      const name = title === recording.topic ? null : title;
      const edit = decideEdit(recording, { version, wanted: { title: name }, labels: LABELS, page: PAGE });
      if (edit === null) return presentToAdmins(recording);
      const renamed = await this.recordings.decide(tx, recording, { ...edit, ...changedBy(by, this.clock) });
      await this.recordAdminAction.execute(tx, by, 'rename_recording', {
        recordingId: id,
        topic: recording.topic,
        title: name,
      });
      return presentToAdmins(renamed);
    });
  }

  /** Idempotent: a call that changes nothing is not recorded. Throws `not_found`. */
  @Handles(hideRecording)
  async hide({ id, isHidden, by }: RpcInput<typeof hideRecording>): Promise<SavedRecording> {
    return this.transactor.run(async (tx) => {
      const recording = await this.lock(tx, id);
      const edit = decideEdit(recording, {
        version: recording.version,
        wanted: { isHidden },
        labels: LABELS,
        page: PAGE,
      });
      if (edit === null) return presentToAdmins(recording);
      const decided = await this.recordings.decide(tx, recording, { ...edit, ...changedBy(by, this.clock) });
      await this.recordAdminAction.execute(tx, by, isHidden ? 'hide_recording' : 'show_recording', {
        recordingId: id,
        topic: recording.title ?? recording.topic,
      });
      return presentToAdmins(decided);
    });
  }

  private async lock(tx: Transaction, id: string): Promise<ZoomRecording> {
    const recording = await this.recordings.lockById(tx, id);
    if (recording === null) throw recordingGone();
    return recording;
  }
}

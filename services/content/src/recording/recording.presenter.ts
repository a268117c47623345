import type { Recording } from '@lectern/contracts/content/model';
import type { MemberStatus, SavedRecording } from '@lectern/contracts/content/rpc';
import type { ZoomRecording } from './zoom-recording.entity.ts';

/** Inactive members see the list, without the links to watch (decisions, "Pages"). */
export const presentRecording = (recording: ZoomRecording, reader: MemberStatus): Recording => ({
  id: recording.id,
  topic: recording.title ?? recording.topic,
  startTime: recording.startTime.toISOString(),
  duration: recording.duration,
  isDebateClub: recording.isDebateClub,
  recordingFiles: recording.recordingFiles.map(({ recording_type, file_type, play_url }) => ({
    recording_type,
    file_type,
    ...(reader === 'active_member' && play_url !== undefined && { play_url }),
  })),
});

export const presentToAdmins = ({
  id,
  title,
  topic,
  startTime,
  duration,
  isDebateClub,
  isHidden,
  recordingCount,
  version,
  changedAt,
  changedBy,
}: ZoomRecording): SavedRecording => ({
  id,
  title,
  topic,
  duration,
  isDebateClub,
  isHidden,
  recordingCount,
  version,
  changedBy,
  changedAt: changedAt?.toISOString() ?? null,
  startTime: startTime.toISOString(),
});

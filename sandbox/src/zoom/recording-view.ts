import { ACCOUNT_ID } from './zoom-credentials.ts';
import type { StoredFile, StoredRecording } from './zoom-store.ts';

const SCHEDULED_MEETING = 2;

export interface FileView {
  id: string;
  meeting_id: string;
  recording_start: string;
  recording_end: string;
  file_type: string;
  file_extension: string;
  file_size: number;
  play_url?: string;
  download_url: string;
  status: 'completed';
  recording_type: string;
}

export interface RecordingView {
  uuid: string;
  id: number;
  account_id: string;
  host_id: string;
  topic: string;
  type: number;
  start_time: string;
  timezone: string;
  duration: number;
  total_size: number;
  recording_count: number;
  share_url: string;
  recording_play_passcode?: string;
  recording_files: FileView[];
}

/** Kinds of files that are read and not played. */
const NOT_PLAYED = new Set(['CHAT', 'TRANSCRIPT', 'CC', 'CSV', 'TIMELINE', 'SUMMARY', 'CHAT_MESSAGE']);

/** A recording as Zoom's API shows it, in lists and by itself. */
export const recordingView = (recording: StoredRecording, publicUrl: string): RecordingView => {
  return {
    uuid: recording.id,
    id: recording.meetingId,
    account_id: ACCOUNT_ID,
    host_id: recording.hostId,
    topic: recording.topic,
    type: SCHEDULED_MEETING,
    start_time: recording.startTime,
    timezone: 'America/Los_Angeles',
    duration: recording.duration,
    total_size: recording.files.reduce((sum, { bytes }) => sum + bytes, 0),
    recording_count: recording.files.length,
    share_url: `${publicUrl}/zoom`,
    ...(recording.passcode !== null && { recording_play_passcode: recording.passcode }),
    recording_files: recording.files.map((file) => fileView(recording, file, publicUrl)),
  };
};

export const fileView = (recording: StoredRecording, file: StoredFile, publicUrl: string): FileView => {
  const end = new Date(Date.parse(recording.startTime) + recording.duration * 60_000);
  return {
    id: file.id,
    meeting_id: recording.id,
    recording_start: recording.startTime,
    recording_end: end.toISOString().replace('.000Z', 'Z'),
    file_type: file.fileType,
    file_extension: file.fileType,
    file_size: file.bytes,
    ...(!NOT_PLAYED.has(file.fileType) && { play_url: `${publicUrl}/zoom/play/${file.id}` }),
    download_url: `${publicUrl}/zoom/play/${file.id}`,
    status: 'completed',
    recording_type: file.recordingType,
  };
};

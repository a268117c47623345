import { urlOf } from '@lectern/contracts/url';
import type { ZoomMeeting } from '../zoom/zoom-shapes.ts';
import type { ZoomRecording } from './zoom-recording.entity.ts';

/** A recording as Zoom reports it, without the decisions of administrators. */
export type RecordingDetails = Omit<
  ZoomRecording,
  | 'id'
  | 'createdAt'
  | 'updatedAt'
  | 'title'
  | 'isHidden'
  | 'isGone'
  | 'version'
  | 'fieldVersions'
  | 'changedAt'
  | 'changedBy'
>;

const TOPIC_MAX = 300;
const UNTITLED = 'Recording';

/** Selects the recordings to show, and those of the debate club among them. */
export interface ShownMeetings {
  readonly hostId: string;
  readonly debateClubMeetingId: string | undefined;
}

/** Whether a meeting is the debate club's (decisions, "Mail"): by its topic, in any letter case, or because it is the configured one. */
export const isDebateClubMeeting = (
  meeting: { id: string; topic: string },
  debateClubMeetingId: string | undefined,
): boolean => /debate\s+club/i.test(meeting.topic) || meeting.id === debateClubMeetingId;

/**
 * The stored details of a recording: files in Zoom's order, without unfinished ones; play URLs carry the passcode, so that
 * members need not enter it. Null for a recording that is not shown: one of another host of the same Zoom account, who may have
 * met about anything, and one without a start time, which has no position in a list.
 */
export const recordingDetails = (
  meeting: ZoomMeeting,
  { hostId, debateClubMeetingId }: ShownMeetings,
): RecordingDetails | null => {
  if (meeting.host_id !== hostId) return null;
  const files = meeting.recording_files ?? [];
  const startTime = firstInstant([meeting.start_time, ...files.map(({ recording_start }) => recording_start)]);
  if (startTime === null) return null;
  const id = String(meeting.id);
  const topic =
    storable(meeting.topic ?? '')
      .trim()
      .slice(0, TOPIC_MAX) || UNTITLED;
  const ready = files.filter(({ file_type, status }) => Boolean(file_type) && (status ?? 'completed') === 'completed');
  return {
    zoomMeetingId: id,
    zoomMeetingUuid: meeting.uuid,
    topic,
    hostId,
    startTime,
    duration: Math.max(0, Math.round(meeting.duration ?? 0)),
    recordingCount: ready.length,
    recordingFiles: ready.map((file) => {
      const playUrl = playable(file.play_url, meeting.recording_play_passcode);
      return {
        recording_type: storable(file.recording_type || (file.file_type ?? '').toLowerCase()),
        file_type: storable(file.file_type ?? ''),
        ...(playUrl !== null && { play_url: playUrl }),
      };
    }),
    isDebateClub: isDebateClubMeeting({ id, topic }, debateClubMeetingId),
    isProcessed: ready.length > 0 && ready.length === files.length,
  };
};

/** An http(s) URL that a browser may open, with the passcode in Zoom's query parameter. */
const playable = (address: string | null | undefined, passcode: string | null | undefined): string | null => {
  const url = urlOf(address ?? '');
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null;
  if (passcode && !url.searchParams.has('pwd')) url.searchParams.set('pwd', passcode);
  return url.toString();
};

const firstInstant = (texts: readonly (string | null | undefined)[]): Date | null => {
  for (const text of texts) {
    const ms = Date.parse(text ?? '');
    if (!Number.isNaN(ms)) return new Date(ms);
  }
  return null;
};

/** Postgres refuses NUL in text. */
const storable = (text: string): string => text.replaceAll('\u0000', '');

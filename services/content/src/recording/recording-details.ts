import type { ZoomMeeting } from '../zoom/zoom-shapes.ts';
import type { ZoomRecording } from './zoom-recording.entity.ts';

/** What is kept of a recording, as Zoom has it; not what administrators decide of it. */
export type RecordingDetails = Omit<
  ZoomRecording,
  'id' | 'createdAt' | 'updatedAt' | 'title' | 'isHidden' | 'isGone' | 'version' | 'fieldVersions'
>;

const TOPIC_MAX = 300;
const UNTITLED = 'Recording';

/** Which recordings are shown, and which of them are the debate club's. */
export interface ShownMeetings {
  readonly hostId: string;
  readonly debateClubMeetingId: string | undefined;
}

/** A meeting of the debate club (decisions, "Mail"): by its topic, in any letter case, or because it is the configured one. */
export const isDebateClubMeeting = (
  meeting: { id: string; topic: string },
  debateClubMeetingId: string | undefined,
): boolean => /debate\s+club/i.test(meeting.topic) || meeting.id === debateClubMeetingId;

/**
 * What Zoom says of a recording, as it is kept: files in Zoom's order, without those that are still to come; play URLs carry the
 * passcode, so that nobody is asked for it. Null for what is not shown: a recording of another host of the same Zoom account, who
 * may have met about anything, and one of no known time, which no list has a place for.
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

/** A web address that a browser may open, with the passcode as Zoom takes it. */
const playable = (address: string | null | undefined, passcode: string | null | undefined): string | null => {
  if (!address || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
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

/** No database keeps a NUL in a text. */
const storable = (text: string): string => text.replaceAll('\u0000', '');

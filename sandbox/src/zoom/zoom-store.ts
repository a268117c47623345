import { Journal } from '../state/journal.ts';
import { ObjectStore } from '../state/object-store.ts';

/** One file of a recording, as Zoom's API shows it but for its addresses. */
export interface StoredFile {
  id: string;
  fileType: string;
  recordingType: string;
  bytes: number;
}

/** A finished meeting with its cloud recording. Trashed ones can be recovered; deleted ones are not kept. */
export interface StoredRecording {
  /** The meeting's UUID: one occurrence. */
  id: string;
  meetingId: number;
  hostId: string;
  topic: string;
  /** ISO instant in whole seconds. */
  startTime: string;
  /** Minutes */
  duration: number;
  files: StoredFile[];
  passcode: string | null;
  isTrashed: boolean;
}

/** One post to the webhook's endpoint, to be repeated until it is taken. */
export interface ZoomDelivery {
  id: string;
  event: string;
  /** The meeting's UUID. */
  uuid: string;
  body: string;
  status: 'pending' | 'delivered' | 'dropped' | 'failed';
  attempts: number;
  /** The status of the last response; null before the first one. */
  lastStatus: number | null;
  /** Milliseconds of the real time. */
  createdAt: number;
  nextAttemptAt: number;
}

export interface StoredToken {
  id: string;
  /** Unix seconds of the sandbox's clock. */
  expiresAt: number;
}

interface ZoomTables {
  recordings: StoredRecording;
  deliveries: ZoomDelivery;
  tokens: StoredToken;
}

export type ZoomStore = ObjectStore<ZoomTables>;

export const openZoomStore = (journalFile: string | undefined): ZoomStore => {
  return new ObjectStore<ZoomTables>(new Journal(journalFile), {
    recordings: ['meetingId', 'hostId'],
    deliveries: ['status'],
    tokens: [],
  });
};

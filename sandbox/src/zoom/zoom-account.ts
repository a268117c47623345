import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { SandboxClock } from '../state/sandbox-clock.ts';
import { recordingView } from './recording-view.ts';
import { ACCOUNT_ID } from './zoom-credentials.ts';
import type { StoredFile, StoredRecording, ZoomStore } from './zoom-store.ts';

/** The user who owns the app, and the default host of meetings. */
export const HOST = {
  id: 'KDcuGIm1QgePTO8WbOqwIQ',
  email: 'host@lectern.example',
  firstName: 'Lectern',
  lastName: 'Host',
  createdAt: '2019-01-06T08:00:00Z',
} as const;

export interface NewRecording {
  topic?: string;
  /** ISO instant; default: the meeting has just ended. */
  startTime?: string;
  /** Minutes */
  duration?: number;
  files?: readonly { recording_type: string; file_type: string }[];
  /** The meeting whose occurrence it is; default: a new one. */
  meetingId?: number;
  uuid?: string;
  hostId?: string;
  /** The default is a recording without a passcode. */
  passcode?: string;
}

export type RecordingEvent =
  'recording.completed' | 'recording.trashed' | 'recording.deleted' | 'recording.recovered' | 'recording.renamed';

const DEFAULT_TOPIC = 'Weekly Debate Club';
const DEFAULT_MINUTES = 120;
const DEFAULT_FILES = [
  { recording_type: 'shared_screen_with_speaker_view', file_type: 'MP4' },
  { recording_type: 'audio_only', file_type: 'M4A' },
] as const;
const BYTES_PER_MINUTE = 2_500_000;

/** The account's recordings, and changes to them. Each change is stored together with its event. */
export class ZoomAccount {
  readonly store: ZoomStore;
  readonly clock: SandboxClock;
  publicUrl: string;
  readonly #announce: (event: RecordingEvent, uuid: string, body: object) => void;

  constructor(
    store: ZoomStore,
    clock: SandboxClock,
    publicUrl: string,
    announce: (event: RecordingEvent, uuid: string, body: object) => void,
  ) {
    this.store = store;
    this.clock = clock;
    this.publicUrl = publicUrl;
    this.#announce = announce;
  }

  /** A meeting ended and its recording is ready. */
  record(asked: NewRecording = {}): StoredRecording {
    const duration = asked.duration ?? DEFAULT_MINUTES;
    const startMs =
      asked.startTime === undefined ? this.clock.nowMs() - duration * 60_000 : Date.parse(asked.startTime);
    const recording: StoredRecording = {
      id: asked.uuid ?? randomBytes(16).toString('base64'),
      meetingId: asked.meetingId ?? randomInt(80_000_000_000, 99_999_999_999),
      hostId: asked.hostId ?? HOST.id,
      topic: asked.topic ?? DEFAULT_TOPIC,
      startTime: wholeSeconds(startMs),
      duration,
      files: (asked.files ?? DEFAULT_FILES).map(({ recording_type, file_type }) => ({
        id: randomUUID(),
        fileType: file_type,
        recordingType: recording_type,
        bytes: Math.max(1, duration) * BYTES_PER_MINUTE,
      })),
      passcode: asked.passcode ?? null,
      isTrashed: false,
    };
    return this.#change(recording, 'recording.completed');
  }

  /** Into the trash, from which it can come back. Undefined where there is no such recording. */
  trash(uuid: string): StoredRecording | undefined {
    const found = this.visible(uuid);
    return found && this.#change({ ...found, isTrashed: true }, 'recording.trashed');
  }

  recover(uuid: string): StoredRecording | undefined {
    const found = this.store.get('recordings', uuid);
    return found?.isTrashed === true ? this.#change({ ...found, isTrashed: false }, 'recording.recovered') : undefined;
  }

  rename(uuid: string, topic: string): StoredRecording | undefined {
    const found = this.visible(uuid);
    return found && this.#change({ ...found, topic }, 'recording.renamed', { topic: found.topic });
  }

  /** For ever, out of the trash or past it. */
  delete(uuid: string): StoredRecording | undefined {
    const found = this.store.get('recordings', uuid);
    if (found === undefined) return undefined;
    this.store.transaction(() => {
      this.store.delete('recordings', uuid);
      this.#announceChange(found, 'recording.deleted');
    });
    return found;
  }

  /** The recording unless it is in the trash. */
  visible(uuid: string): StoredRecording | undefined {
    const found = this.store.get('recordings', uuid);
    return found?.isTrashed === false ? found : undefined;
  }

  /** The newest occurrence of a meeting that has a recording. */
  newestOf(meetingId: number): StoredRecording | undefined {
    return this.store
      .where('recordings', 'meetingId', meetingId)
      .filter(({ isTrashed }) => !isTrashed)
      .sort((one, other) => one.startTime.localeCompare(other.startTime))
      .at(-1);
  }

  /** The file of this id and its recording, unless that is in the trash. */
  file(id: string): { recording: StoredRecording; file: StoredFile } | undefined {
    for (const recording of this.store.all('recordings')) {
      const file = recording.isTrashed ? undefined : recording.files.find((each) => each.id === id);
      if (file !== undefined) return { recording, file };
    }
    return undefined;
  }

  #change(recording: StoredRecording, event: RecordingEvent, old?: object): StoredRecording {
    return this.store.transaction(() => {
      this.store.put('recordings', recording);
      this.#announceChange(recording, event, old);
      return recording;
    });
  }

  #announceChange(recording: StoredRecording, event: RecordingEvent, old?: object): void {
    const { recording_files, recording_play_passcode, ...object } = recordingView(recording, this.publicUrl);
    this.#announce(event, recording.id, {
      event,
      event_ts: this.clock.nowMs(),
      payload: {
        account_id: ACCOUNT_ID,
        ...(event !== 'recording.completed' && { operator: HOST.email, operator_id: HOST.id }),
        object: {
          ...object,
          ...(recording.hostId === HOST.id && { host_email: HOST.email }),
          ...(event === 'recording.completed' && {
            recording_play_passcode,
            recording_files,
          }),
        },
        ...(old !== undefined && { old_object: old }),
      },
    });
  }
}

const wholeSeconds = (ms: number): string => {
  return new Date(Math.floor(ms / 1000) * 1000).toISOString().replace('.000Z', 'Z');
};

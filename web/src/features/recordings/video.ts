import type { Recording } from '@lectern/contracts/content/model';

type File = Recording['recordingFiles'][number];

/** Which of a meeting's videos is the best one to watch (specification, section 4, "Recording file choice"). */
const ORDER = ['shared_screen_with_speaker_view', 'gallery_view', 'speaker_view', 'audio_only'] as const;

/** The first MP4 of the best kind, else any MP4; undefined when there is none. */
export const videoOf = ({ recordingFiles }: Pick<Recording, 'recordingFiles'>): File | undefined => {
  const videos = recordingFiles.filter((file) => file.file_type.toUpperCase() === 'MP4');
  for (const type of ORDER) {
    const best = videos.find((file) => file.recording_type === type);
    if (best !== undefined) return best;
  }
  return videos[0];
};

export type Watching =
  | { kind: 'members-only' }
  | { kind: 'no-video' }
  /** There is a video, but it cannot be played. */
  | { kind: 'unavailable' }
  | { kind: 'ready'; url: string };

/** The state of the button of a recording. Only web URLs are opened. */
export const watchingOf = (recording: Pick<Recording, 'recordingFiles'>, isActive: boolean): Watching => {
  if (!isActive) return { kind: 'members-only' };
  const video = videoOf(recording);
  if (video === undefined) return { kind: 'no-video' };
  const url = video.play_url ?? '';
  return /^https?:\/\//i.test(url) ? { kind: 'ready', url } : { kind: 'unavailable' };
};

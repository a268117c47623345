import { describe, expect, it } from 'vitest';
import type { Recording } from '@lectern/contracts/content/model';
import { formatDuration } from './duration.ts';
import { byMonth } from './months.ts';
import { videoOf, watchingOf } from './video.ts';

const file = (recording_type: string, file_type = 'MP4', play_url?: string) => ({
  recording_type,
  file_type,
  ...(play_url === undefined ? {} : { play_url }),
});
const chosen = (...recordingFiles: ReturnType<typeof file>[]) => videoOf({ recordingFiles })?.recording_type;

describe('the video of a recording', () => {
  const best = ['shared_screen_with_speaker_view', 'gallery_view', 'speaker_view', 'audio_only', 'some_other_view'];

  it.each(best)('is %s where that is the best of what there is', (type) => {
    const types = best.slice(best.indexOf(type));
    expect(chosen(...types.map((each) => file(each)))).toBe(type);
    expect(chosen(...types.toReversed().map((each) => file(each)))).toBe(type);
  });

  it('is the first of its kind', () => {
    const video = videoOf({
      recordingFiles: [
        file('gallery_view', 'MP4', 'https://zoom.test/1'),
        file('gallery_view', 'MP4', 'https://zoom.test/2'),
      ],
    });
    expect(video?.play_url).toBe('https://zoom.test/1');
  });

  it('is an MP4, however good another file’s kind is', () => {
    expect(
      chosen(file('shared_screen_with_speaker_view', 'CHAT'), file('audio_only', 'M4A'), file('speaker_view')),
    ).toBe('speaker_view');
    expect(chosen(file('audio_only', 'M4A'), file('chat_file', 'CHAT'))).toBeUndefined();
    expect(chosen()).toBeUndefined();
  });
});

describe('the button of a recording', () => {
  const ready = { recordingFiles: [file('gallery_view', 'MP4', 'https://zoom.test/play')] };

  it('opens the video for active members alone', () => {
    expect(watchingOf(ready, true)).toEqual({ kind: 'ready', url: 'https://zoom.test/play' });
    expect(watchingOf(ready, false)).toEqual({ kind: 'members-only' });
    expect(watchingOf({ recordingFiles: [] }, false)).toEqual({ kind: 'members-only' });
  });

  it('says when there is no video, and when it cannot be played', () => {
    expect(watchingOf({ recordingFiles: [file('audio_only', 'M4A', 'https://zoom.test/play')] }, true)).toEqual({
      kind: 'no-video',
    });
    expect(watchingOf({ recordingFiles: [file('gallery_view')] }, true)).toEqual({ kind: 'unavailable' });
    expect(watchingOf({ recordingFiles: [file('gallery_view', 'MP4', 'javascript:alert(1)')] }, true)).toEqual({
      kind: 'unavailable',
    });
  });
});

describe('a duration', () => {
  it.each([
    [120, '2 hours'],
    [92, '1 hour 32 minutes'],
    [61, '1 hour 1 minute'],
    [45, '45 minutes'],
    [0, '0 minutes'],
  ])('of %d minutes reads %s', (minutes, text) => {
    expect(formatDuration(minutes)).toBe(text);
  });
});

describe('months', () => {
  const at = (startTime: string): Recording => ({
    id: startTime,
    topic: 'Sunday',
    startTime,
    duration: 90,
    isDebateClub: true,
    recordingFiles: [],
  });

  it('are those of the association’s zone, newest first as the recordings are', () => {
    const list = [at('2026-04-01T06:59:00.000Z'), at('2026-03-01T08:00:00.000Z'), at('2026-03-01T07:59:00.000Z')];
    expect(byMonth(list, 'America/Los_Angeles').map(({ name, recordings }) => [name, recordings.length])).toEqual([
      ['March 2026', 2],
      ['February 2026', 1],
    ]);
    expect(byMonth([], 'America/Los_Angeles')).toEqual([]);
  });
});

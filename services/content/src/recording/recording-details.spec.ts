import { describe, expect, it } from 'vitest';
import type { ZoomMeeting } from '../zoom/zoom-shapes.ts';
import { isDebateClubMeeting, recordingDetails } from './recording-details.ts';

const meeting = (differences: Partial<ZoomMeeting> = {}): ZoomMeeting => ({
  uuid: 'uuid==',
  id: 81234567890,
  host_id: 'host',
  topic: 'Finals',
  start_time: '2026-05-01T15:00:00Z',
  duration: 91,
  recording_files: [
    {
      file_type: 'MP4',
      recording_type: 'gallery_view',
      play_url: 'https://zoom.example/rec/play/1',
      status: 'completed',
    },
    { file_type: 'CHAT', recording_type: 'chat_file', status: 'completed' },
  ],
  ...differences,
});

const shown = { hostId: 'host', debateClubMeetingId: undefined };

describe('a meeting', () => {
  it.each([
    ['Weekly Debate Club', true],
    ['DEBATE CLUB – finals', true],
    ['debate  club', true],
    ['Debates', false],
    ['The club debates', false],
  ])('with the topic "%s" is the debate club’s: %p', (topic, expected) => {
    expect(isDebateClubMeeting({ id: '1', topic }, '2')).toBe(expected);
  });

  it('is the debate club’s when it is the configured one, and not when none is configured', () => {
    expect(isDebateClubMeeting({ id: '81234567890', topic: 'Sunday' }, '81234567890')).toBe(true);
    expect(isDebateClubMeeting({ id: '81234567890', topic: 'Sunday' }, undefined)).toBe(false);
  });
});

describe('the stored details of a recording', () => {
  it('come from Zoom’s answer', () => {
    expect(recordingDetails(meeting(), shown)).toEqual({
      zoomMeetingId: '81234567890',
      zoomMeetingUuid: 'uuid==',
      topic: 'Finals',
      hostId: 'host',
      startTime: new Date('2026-05-01T15:00:00Z'),
      duration: 91,
      recordingCount: 2,
      recordingFiles: [
        { recording_type: 'gallery_view', file_type: 'MP4', play_url: 'https://zoom.example/rec/play/1' },
        { recording_type: 'chat_file', file_type: 'CHAT' },
      ],
      isDebateClub: false,
      isProcessed: true,
    });
  });

  it('leave out unfinished files, and say so', () => {
    const details = recordingDetails(
      meeting({
        recording_files: [
          { file_type: '', status: 'processing' },
          { file_type: 'MP4', recording_type: null, play_url: 'https://zoom.example/1' },
        ],
      }),
      shown,
    );
    expect(details).toMatchObject({
      recordingCount: 1,
      isProcessed: false,
      recordingFiles: [{ recording_type: 'mp4', file_type: 'MP4' }],
    });
    expect(recordingDetails(meeting({ recording_files: null }), shown)).toMatchObject({
      recordingFiles: [],
      isProcessed: false,
    });
  });

  it('have play URLs with the passcode, and only URLs that a browser may open', () => {
    const urls = (play_url: string, recording_play_passcode: string | null): unknown =>
      recordingDetails(meeting({ recording_play_passcode, recording_files: [{ file_type: 'MP4', play_url }] }), shown)
        ?.recordingFiles[0]?.play_url;
    expect(urls('https://zoom.example/1', 'a&b=')).toBe('https://zoom.example/1?pwd=a%26b%3D');
    expect(urls('https://zoom.example/1?pwd=x', 'other')).toBe('https://zoom.example/1?pwd=x');
    expect(urls('javascript:alert(1)', null)).toBeUndefined();
    expect(urls('nowhere', null)).toBeUndefined();
  });

  it('begin with the first file where the meeting has no start, and are null without any file', () => {
    const recording_files = [{ file_type: 'MP4', recording_start: '2026-05-02T10:00:00Z' }];
    expect(recordingDetails(meeting({ start_time: '', recording_files }), shown)?.startTime).toEqual(
      new Date('2026-05-02T10:00:00Z'),
    );
    expect(recordingDetails(meeting({ start_time: '' }), shown)).toBeNull();
  });

  it('are null where another user hosted the meeting', () => {
    expect(recordingDetails(meeting(), { hostId: 'somebody', debateClubMeetingId: '81234567890' })).toBeNull();
    expect(recordingDetails(meeting({ host_id: null }), shown)).toBeNull();
  });

  it('have a topic that can be stored and shown', () => {
    expect(recordingDetails(meeting({ topic: ' a\u0000b ' }), shown)?.topic).toBe('ab');
    expect(recordingDetails(meeting({ topic: '' }), shown)?.topic).toBe('Recording');
    expect(recordingDetails(meeting({ topic: 'x'.repeat(1_000) }), shown)?.topic).toHaveLength(300);
  });
});

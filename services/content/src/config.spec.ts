import { describe, expect, it } from 'vitest';
import { loadConfig } from '@lectern/service-kit/config/load-config';
import { ContentConfig } from './config.ts';
import { zoomAccess } from './zoom/zoom-access.ts';

const published = {
  DATABASE_URL: 'postgres://role:7d1f0a93c25b48e6b0d4@localhost:5432/lectern',
  REDIS_URL: 'redis://:e83a5c0b7f214d96a1e5@localhost:6379',
  REQUEST_KEY: '3c9e51d07fa84b26b1d8e06f97a245c3',
  PICTURES_DIR: '/pictures',
  DOCUMENT_LINK_SECRET: '5f2c8e1a9b7d4063c1f8a2e6d97b3045ee10',
  ASSOCIATION_ZOOM_URL: 'https://zoom.us/j/8123456789',
  ASSOCIATION_DISCORD_URL: 'https://discord.com/invite/members',
};
const app = {
  ZOOM_ACCOUNT_ID: 'account',
  ZOOM_CLIENT_ID: 'client',
  ZOOM_CLIENT_SECRET: 'Jw83hdQx0VnTz5Lr',
  ZOOM_WEBHOOK_SECRET: 'b7RmK2sYpE94uCfa',
};
// This suite does not check whether the editorial build exists.
const problemsOf = (environment: Record<string, string>): string[] => {
  try {
    loadConfig(ContentConfig, environment);
    return [];
  } catch (error) {
    return (error as { problems: string[] }).problems.filter((problem) => !problem.startsWith('EDITORIAL_ROOT'));
  }
};
const accessOf = (environment: Record<string, string>) => zoomAccess(Object.assign(new ContentConfig(), environment));

describe('the configuration of content', () => {
  it('needs no Zoom credentials; without them recordings are off', () => {
    expect(problemsOf(published)).toEqual([]);
    expect(problemsOf({ ...published, ZOOM_ACCOUNT_ID: '', ZOOM_CLIENT_ID: '' })).toEqual([]);
    expect(accessOf({})).toBeNull();
  });

  it('requires the members’ meeting URLs in production, and https for each', () => {
    const { ASSOCIATION_ZOOM_URL: _zoom, ASSOCIATION_DISCORD_URL: _discord, ...without } = published;
    expect(problemsOf(without)).toEqual([
      expect.stringMatching(/^ASSOCIATION_ZOOM_URL must be set/),
      expect.stringMatching(/^ASSOCIATION_DISCORD_URL must be set/),
    ]);
    expect(problemsOf({ ...without, DEPLOYMENT: 'local' })).toEqual([]);
    expect(problemsOf({ ...published, ASSOCIATION_ZOOM_URL: 'javascript:alert(1)' })).toEqual([
      'ASSOCIATION_ZOOM_URL must be an https address',
    ]);
  });

  it('has a profile that staff could save', () => {
    expect(problemsOf({ ...published, ASSOCIATION_NAME: 'Harbor', ASSOCIATION_SOCIAL_URLS: 'none' })).toEqual([]);
    expect(
      problemsOf({
        ...published,
        ASSOCIATION_COLOR: '#ff8d7d',
        ASSOCIATION_TIME_ZONE: 'Mars/Olympus',
        SUPPORT_EMAIL: 'support',
      }),
    ).toEqual([
      'ASSOCIATION_TIME_ZONE: Choose a time zone such as America/Los_Angeles',
      'SUPPORT_EMAIL: Please enter a valid email address',
      'ASSOCIATION_COLOR: Color is too light to be read on the pages. Choose a darker one',
    ]);
  });

  it('accepts complete Zoom credentials in production', () => {
    expect(problemsOf({ ...published, ...app })).toEqual([]);
    expect(accessOf(app)).toMatchObject({
      tokenUrl: 'https://zoom.us/oauth/token',
      apiUrl: 'https://api.zoom.us/v2',
      userId: 'me',
    });
  });

  it('refuses partial Zoom credentials and names the missing variables', () => {
    expect(problemsOf({ ...published, ZOOM_ACCOUNT_ID: 'account', ZOOM_CLIENT_ID: 'client' })).toEqual([
      expect.stringMatching(/^ZOOM_CLIENT_SECRET must be set/),
      expect.stringMatching(/^ZOOM_WEBHOOK_SECRET must be set/),
    ]);
  });

  it('refuses the Zoom emulator in production, where it allows it locally', () => {
    const withEmulator = {
      ...published,
      ...app,
      ZOOM_ACCOUNT_ID: 'zoom_sandbox',
      ZOOM_API_URL: 'http://127.0.0.1:3001/',
    };
    expect(problemsOf(withEmulator)).toEqual([
      'ZOOM_API_URL may be set in the local system only',
      "ZOOM_ACCOUNT_ID is the sandbox's, which is for the local system only",
    ]);
    expect(problemsOf({ ...withEmulator, DEPLOYMENT: 'local' })).toEqual([]);
    expect(accessOf(withEmulator)).toMatchObject({
      tokenUrl: 'http://127.0.0.1:3001/oauth/token',
      apiUrl: 'http://127.0.0.1:3001/v2',
    });
  });

  it('accepts the meeting number in Zoom’s format', () => {
    expect(problemsOf({ ...published, ZOOM_MEETING_ID: '812 3456 7890' })).toEqual([]);
    for (const wrong of ['debate', '123', 'https://zoom.us/j/81234567890']) {
      expect(problemsOf({ ...published, ZOOM_MEETING_ID: wrong })).toEqual([expect.stringMatching('ZOOM_MEETING_ID')]);
    }
  });
});

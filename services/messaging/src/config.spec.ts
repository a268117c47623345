import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '@lectern/service-kit/config/load-config';
import { MessagingConfig, MessagingWorkerConfig } from './config.ts';

const common = {
  DATABASE_URL: 'postgres://role:7d1f0a93c25b48e6b0d4@localhost:5432/lectern',
  REDIS_URL: 'redis://:e83a5c0b7f214d96a1e5@localhost:6379',
  REQUEST_KEY: '3c9e51d07fa84b26b1d8e06f97a245c3',
  UNSUBSCRIBE_SECRET: '5f2c8e1a9b7d4063c1f8a2e6d97b3045ee10',
};
const problemsOf = (load: () => unknown): unknown => {
  try {
    load();
    return [];
  } catch (error) {
    return (error as { problems: unknown }).problems;
  }
};

describe('the configuration of the worker', () => {
  const production = {
    ...common,
    IDENTITY_REQUEST_KEY: 'd27b60c8f1e9453ab5907cf8136ea2d4',
    ASSOCIATION_ZOOM_URL: 'https://zoom.us/j/1',
    SENDGRID_API_KEY: 'SG.7a0c95d3f1b84e62a9c0',
    MAIL_FROM: 'Lectern <hello@association.example>',
    PUBLIC_URL: 'https://association.example',
    ASSOCIATION_ADDRESS: '1 Example Square, Springfield',
  };

  it('is complete with a key, a sender, the site’s URL and the association’s postal address', () => {
    expect(problemsOf(() => loadConfig(MessagingWorkerConfig, production))).toEqual([]);
  });

  it('refuses the SendGrid emulator in production and allows it locally', () => {
    const withEmulator = { ...production, SENDGRID_API_KEY: 'SG.sandbox', SENDGRID_API_URL: 'http://127.0.0.1:3001' };
    expect(problemsOf(() => loadConfig(MessagingWorkerConfig, withEmulator))).toEqual([
      expect.stringMatching(/^SENDGRID_API_KEY must be as the provider made it/),
      'SENDGRID_API_URL may be set in the local system only',
    ]);
    expect(
      problemsOf(() =>
        loadConfig(MessagingWorkerConfig, {
          ...withEmulator,
          DEPLOYMENT: 'local',
          MAIL_FROM: undefined,
          ASSOCIATION_ADDRESS: undefined,
          ASSOCIATION_ZOOM_URL: undefined,
        }),
      ),
    ).toEqual([]);
  });

  it('names every missing variable', () => {
    expect(problemsOf(() => loadConfig(MessagingWorkerConfig, common))).toEqual(
      expect.arrayContaining([
        expect.stringMatching('SENDGRID_API_KEY'),
        expect.stringMatching('PUBLIC_URL'),
        'MAIL_FROM must be set',
        'ASSOCIATION_ADDRESS must be set',
        expect.stringMatching('ASSOCIATION_ZOOM_URL must be set'),
      ]),
    );
  });

  it.each([
    ['MAIL_FROM', 'nobody'],
    ['ASSOCIATION_TIME_ZONE', 'Mars/Olympus'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['ASSOCIATION_ADDRESS', ' '],
    ['ASSOCIATION_ZOOM_URL', 'javascript:alert(1)'],
  ])('refuses %s %s', (name, value) => {
    expect(problemsOf(() => loadConfig(MessagingWorkerConfig, { ...production, [name]: value }))).toEqual([
      expect.stringMatching(name),
    ]);
  });
});

describe('the configuration of the service', () => {
  const settings = {
    ...common,
    SUPPORT_EMAIL: 'support@association.example',
    PUBLIC_URL: 'https://association.example',
    ASSOCIATION_ADDRESS: '1 Example Square, Springfield',
  };
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;

  it('accepts the verification key as the provider shows it, or as PEM', () => {
    for (const text of [
      key.export({ type: 'spki', format: 'der' }).toString('base64'),
      key.export({ type: 'spki', format: 'pem' }).toString(),
      key.export({ type: 'spki', format: 'pem' }).toString().replaceAll('\n', '\\n'),
    ]) {
      expect(problemsOf(() => loadConfig(MessagingConfig, { ...settings, SENDGRID_WEBHOOK_KEY: text }))).toEqual([]);
    }
  });

  it.each([
    ['something else as the address of tests', { CAMPAIGN_TEST_ADDRESS: 'me' }, 'CAMPAIGN_TEST_ADDRESS'],
    ['no postal address', { ASSOCIATION_ADDRESS: undefined }, 'ASSOCIATION_ADDRESS'],
    ['no address of the site', { PUBLIC_URL: undefined }, 'PUBLIC_URL'],
    ['no address to write to', { SUPPORT_EMAIL: undefined }, 'SUPPORT_EMAIL'],
    ['something else as the address to write to', { SUPPORT_EMAIL: 'support' }, 'SUPPORT_EMAIL'],
  ])('refuses %s', (_what, differences, name) => {
    const SENDGRID_WEBHOOK_KEY = key.export({ type: 'spki', format: 'pem' }).toString();
    expect(
      problemsOf(() => loadConfig(MessagingConfig, { ...settings, SENDGRID_WEBHOOK_KEY, ...differences })),
    ).toEqual([expect.stringMatching(name)]);
  });
});

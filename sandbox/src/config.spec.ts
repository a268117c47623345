import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { SandboxClock } from './state/sandbox-clock.ts';

describe('the configuration', () => {
  it('has a default for everything but the webhooks', () => {
    expect(readConfig({ DEPLOYMENT: 'local' })).toEqual({
      port: 3001,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3001',
    });
  });

  it('takes the key of the event webhook as PEM and as base64 of DER', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    const ders = (['pkcs8', 'sec1'] as const).map((type) =>
      privateKey.export({ format: 'der', type }).toString('base64'),
    );
    for (const key of [pem, pem.replaceAll('\n', '\\n'), ...ders]) {
      expect(
        readConfig({
          DEPLOYMENT: 'local',
          SENDGRID_WEBHOOK_URL: 'http://localhost:3000/x',
          SENDGRID_WEBHOOK_PRIVATE_KEY: key,
        }).sendgridWebhook?.privateKey,
      ).toBe(key);
    }
  });

  it('has the time of the services, however long the sandbox takes to start', () => {
    vi.useFakeTimers({ now: new Date('2026-01-01T00:00:00Z') });
    try {
      const { clockOffsetMs } = readConfig({
        DEPLOYMENT: 'local',
        APP_CLOCK: '2025-10-01T09:00:00Z',
        APP_CLOCK_SET_AT: '2025-12-31T23:59:57Z',
      });
      vi.setSystemTime(new Date('2026-01-01T00:00:04Z'));
      expect(new Date(new SandboxClock({ offsetMs: clockOffsetMs }).nowMs())).toEqual(new Date('2025-10-01T09:00:07Z'));
    } finally {
      vi.useRealTimers();
    }
  });

  it('reports every problem together', () => {
    const read = (): unknown =>
      readConfig({
        DEPLOYMENT: 'production',
        SANDBOX_PORT: 'x',
        STRIPE_WEBHOOK_URL: 'nowhere',
        STRIPE_WEBHOOK_SECRET: 'secret',
        SENDGRID_WEBHOOK_URL: 'http://localhost/x',
        SENDGRID_WEBHOOK_PRIVATE_KEY: 'key',
        ZOOM_WEBHOOK_URL: 'nowhere',
        APP_CLOCK: 'soon',
        SANDBOX_MAILBOX_CAPACITY: '0',
        SANDBOX_EMAILS: 'emails',
        PUBLIC_URL: 'here',
      });
    expect(read).toThrow(ConfigError);
    for (const name of [
      'DEPLOYMENT',
      'SANDBOX_PORT',
      'STRIPE_WEBHOOK_URL',
      'STRIPE_WEBHOOK_SECRET',
      'SENDGRID_WEBHOOK_PRIVATE_KEY',
      'ZOOM_WEBHOOK_URL',
      'APP_CLOCK',
      'SANDBOX_MAILBOX_CAPACITY',
      'SANDBOX_EMAILS',
      'PUBLIC_URL',
    ]) {
      expect(read).toThrow(new RegExp(`^- ${name} `, 'm'));
    }
  });
});

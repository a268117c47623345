import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from './config.ts';

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

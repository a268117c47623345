import { describe, expect, it } from 'vitest';
import { readLocalSettings } from './local-settings.ts';

describe('readLocalSettings', () => {
  it('needs nothing', () => {
    expect(readLocalSettings({}, '/project', [])).toMatchObject({
      dataDir: '/project/.data',
      port: undefined,
      adminEmail: 'admin@lectern.test',
      stripe: undefined,
      rateLimitScale: '50',
      replicas: 1,
      isVerbose: false,
    });
  });

  it('has no administrator where ADMIN_EMAIL says none', () => {
    expect(readLocalSettings({ ADMIN_EMAIL: 'none' }, '/project', []).adminEmail).toBeUndefined();
    expect(() => readLocalSettings({ ADMIN_EMAIL: 'nobody' }, '/project', [])).toThrow(
      'ADMIN_EMAIL is neither an address nor none',
    );
  });

  it('takes DATA_DIR relative to the project, and PORT=0 as any free one', () => {
    expect(readLocalSettings({ DATA_DIR: 'x', PORT: '0' }, '/project', [])).toMatchObject({
      dataDir: '/project/x',
      port: 0,
    });
  });

  it('keeps its own variables from the processes, and lets others through', () => {
    const { inherited, zoom } = readLocalSettings(
      { DATABASE_URL: 'postgres://a:b@c/d', NODE_OPTIONS: '--x', HTTPS_PROXY: 'p', ZOOM_CLIENT_SECRET: 's' },
      '/project',
      [],
    );
    expect(inherited).toEqual({ HTTPS_PROXY: 'p' });
    expect(zoom).toEqual({ ZOOM_CLIENT_SECRET: 's' });
  });

  it('reports every problem together', () => {
    const env = {
      PORT: 'x',
      STRIPE_SECRET_KEY: 'sk_test_1',
      REDIS_URL: 'http://x',
      LOG_LEVEL: 'loud',
      LECTERN_REPLICAS: '0',
      POSTGRES_DURABILITY: 'none',
    };
    expect(() => readLocalSettings(env, '/project', ['--fast'])).toThrow(
      /STRIPE_WEBHOOK_SECRET[^]*LOG_LEVEL[^]*LECTERN_REPLICAS[^]*POSTGRES_DURABILITY[^]*--fast[^]*PORT[^]*REDIS_URL/,
    );
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { ASSOCIATION } from '@lectern/contracts/association';
import type { AssociationProfile } from '@lectern/contracts/content/association-profile';
import { firstProfile } from '@lectern/contracts/content/association-settings';
import { testLogger } from '@lectern/service-kit/testing/test-logger';
import { CurrentProfile } from './current-profile.ts';
import { SiteBranding } from './site-branding.ts';

const SETTINGS = { ...ASSOCIATION, ASSOCIATION_NAME: 'Harbor' };
const FIRST = firstProfile(SETTINGS);

let saved: AssociationProfile | Error;
let profile: CurrentProfile;

beforeEach(() => {
  const call = async () => {
    if (saved instanceof Error) throw saved;
    return { profile: saved };
  };
  profile = new CurrentProfile({ call } as never, SETTINGS as never, testLogger());
});

describe('the current profile', () => {
  it('is the one of the environment until content answers, then the saved one, which stays while content is away', async () => {
    saved = new Error('away');
    expect(await profile.now()).toEqual(FIRST);
    saved = { ...FIRST, name: 'Haven' };
    expect(await profile.now()).toEqual(saved);
    const last = saved;
    saved = new Error('away');
    expect(await profile.now()).toEqual(last);
  });
});

describe('the branding of pages', () => {
  it('is one object until the profile changes', async () => {
    const site = new SiteBranding(profile, { origin: 'https://harbor.example', logoFile: '/branding/mark.png' });
    saved = FIRST;
    const first = await site.now();
    expect([first.changed, first.isOwn]).toEqual([{ name: 'Harbor', logo: '/logo.png' }, true]);
    saved = structuredClone(FIRST);
    expect(await site.now()).toBe(first);
    saved = firstProfile(ASSOCIATION);
    const own = new SiteBranding(profile, { origin: 'https://harbor.example' });
    expect([(await own.now()).isOwn, (await own.now()).fillIn('https://site.invalid/a')]).toEqual([
      false,
      'https://harbor.example/a',
    ]);
    expect(await site.now()).not.toBe(first);
  });
});

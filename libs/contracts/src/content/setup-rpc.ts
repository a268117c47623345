import * as z from 'zod/mini';
import { uuid } from '../fields.ts';
import { rpc } from '../rpc.ts';
import { startWith } from '../start-with.ts';
import { associationProfile } from './association-profile.ts';

/**
 * The site's part of the setup: saves the profile and keeps or removes the sample content, all of it or nothing. A repeated request changes
 * nothing; one with other contents takes the place of the one before.
 */
export const setUpSite = rpc({
  name: 'content.set-up-site.v1',
  timeoutMs: 15_000,
  input: z.object({
    profile: z.pick(associationProfile, {
      name: true,
      fullName: true,
      founded: true,
      supportEmail: true,
      timeZone: true,
      color: true,
      secondColor: true,
    }),
    startWith,
    /** The first administrator, as whose the versions are saved. */
    adminId: uuid(),
  }),
  output: z.object({}),
});

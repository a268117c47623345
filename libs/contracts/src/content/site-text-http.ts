import * as z from 'zod/mini';
import { version } from '../edited.ts';
import { instant } from '../fields.ts';
import { listOrPage, listQuery } from '../page.ts';
import { route } from '../route.ts';
import { siteTextKey, siteTextWith } from './site-text.ts';

/* The texts of the site that an association changes itself, for the console. */

/** The administrator of a version. The name is null where the account is unknown, or its service does not answer. */
const saver = z.object({ id: z.uuid(), name: z.nullable(z.string()) });

const saved = {
  version: z.number(),
  /** Null: the version that the software ships with. */
  savedAt: z.nullable(instant()),
  savedBy: z.nullable(saver),
};

/** A text with its current version, without its words. */
export const siteTextEntry = z.object({ key: siteTextKey, ...saved });
export type SiteTextEntry = z.output<typeof siteTextEntry>;

/** A version of a text. */
export const siteTextVersion = siteTextWith(saved);
export type SiteTextVersion = z.output<typeof siteTextVersion>;

/** A version in the history of a text. */
export const siteTextHistoryEntry = z.object({
  ...saved,
  /** The earlier version whose words it has again. */
  restoredFrom: z.nullable(z.number()),
  /** Whether it still has a form that pages can show. */
  isReadable: z.boolean(),
});
export type SiteTextHistoryEntry = z.output<typeof siteTextHistoryEntry>;

const byKey = z.strictObject({ key: siteTextKey });

/** Every text, in the order of the site. */
export const listSiteTexts = route({
  method: 'GET',
  path: '/api/admin/site',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  response: z.array(siteTextEntry),
});

/** `permission_missing` for a role that may not read its words. */
export const readSiteText = route({
  method: 'GET',
  path: '/api/admin/site/:key',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  params: byKey,
  response: siteTextVersion,
});

/** The largest text in characters of four bytes. */
const SITE_TEXT_BYTES = 1024 * 1024;

/**
 * Saves a new version, which every page shows from then on. `version` is the one that the edit began from: `version_conflict` names the
 * fields that somebody else changed since. Words that are the current ones are saved once. `permission_missing` for the association's
 * own data without the permission for settings.
 */
export const saveSiteText = route({
  method: 'PUT',
  path: '/api/admin/site',
  audience: 'admin',
  permission: 'content:write',
  rateLimit: 'none',
  bodyLimit: SITE_TEXT_BYTES,
  body: siteTextWith({ version: version() }),
  response: siteTextVersion,
});

/** Newest first; the last one is the version that the software ships with. */
export const listSiteTextVersions = route({
  method: 'GET',
  path: '/api/admin/site/:key/versions',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  params: byKey,
  query: z.pick(listQuery, { limit: true, cursor: true }),
  response: listOrPage(siteTextHistoryEntry),
});

/** `site_text_outdated` where the version has a form that pages can no longer show. */
export const readSiteTextVersion = route({
  method: 'GET',
  path: '/api/admin/site/:key/versions/:version',
  audience: 'admin',
  permission: 'console:read',
  rateLimit: 'none',
  params: z.strictObject({ key: siteTextKey, version: z.coerce.number().check(z.int(), z.gte(1)) }),
  response: siteTextVersion,
});

/** Saves the words of an earlier version as a new one. `version_conflict`, `site_text_outdated`. */
export const restoreSiteText = route({
  method: 'POST',
  path: '/api/admin/site/:key/restore',
  audience: 'admin',
  permission: 'content:write',
  rateLimit: 'none',
  params: byKey,
  body: z.strictObject({
    /** The current version. */
    version: version(),
    /** The version to restore. */
    restore: z.int({ error: 'Choose a version to restore' }).check(z.gte(1, 'Choose a version to restore')),
  }),
  response: siteTextVersion,
});

import * as z from 'zod/mini';
import { instant, uuid } from '../fields.ts';
import { actor } from '../identity/model.ts';
import { listQuery, pageOf } from '../page.ts';
import { rpc } from '../rpc.ts';
import { publicSiteTexts } from './public-site-text.ts';
import { siteTextKey, siteTextWith } from './site-text.ts';

const saved = {
  version: z.number(),
  /** Null: the version that the software ships with. */
  savedAt: z.nullable(instant()),
  /** The administrator's id. */
  savedBy: z.nullable(uuid()),
};
const savedVersion = siteTextWith(saved);
export type SavedSiteText = z.output<typeof savedVersion>;

/** The current version of every text that public pages show. */
export const readSite = rpc({ name: 'content.read-site.v1', input: z.object({}), output: publicSiteTexts });

export const listSiteTexts = rpc({
  name: 'content.list-site-texts.v1',
  input: z.object({}),
  output: z.array(z.object({ key: siteTextKey, ...saved })),
});

/**
 * The current version. Where a release can no longer read its words, those of the last version that it can. Throws `permission_missing`
 * (`permissionToRead`).
 */
export const readSiteText = rpc({
  name: 'content.read-site-text.v2',
  permission: 'console:read',
  input: z.object({ key: siteTextKey, by: actor }),
  output: savedVersion,
});

/**
 * Throws `permission_missing` (`permissionToChange`), `version_conflict`, and `invalid_request` for a logo that is not stored. Words that
 * are the current ones save nothing.
 */
export const saveSiteText = rpc({
  name: 'content.save-site-text.v1',
  permission: 'content:write',
  input: z.object({ text: siteTextWith({ version: z.number() }), by: actor }),
  output: savedVersion,
});

/** Newest first, with the shipped version as the last one. Throws `cursor_invalid`. */
export const listSiteTextVersions = rpc({
  name: 'content.list-site-text-versions.v1',
  input: z.object({ key: siteTextKey, ...z.pick(listQuery, { limit: true, cursor: true }).shape }),
  output: pageOf(z.object({ ...saved, restoredFrom: z.nullable(z.number()), isReadable: z.boolean() })),
});

/** Throws `permission_missing`, `not_found`, `site_text_outdated`. */
export const readSiteTextVersion = rpc({
  name: 'content.read-site-text-version.v2',
  permission: 'console:read',
  input: z.object({ key: siteTextKey, version: z.number(), by: actor }),
  output: savedVersion,
});

/** Throws `permission_missing`, `not_found`, `version_conflict`, `site_text_outdated`. */
export const restoreSiteText = rpc({
  name: 'content.restore-site-text.v1',
  permission: 'content:write',
  input: z.object({ key: siteTextKey, version: z.number(), restore: z.number(), by: actor }),
  output: savedVersion,
});

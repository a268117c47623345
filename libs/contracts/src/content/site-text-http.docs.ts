import type { DocsOf } from '../route-docs/route-docs.ts';
import { ID, MARCH_1 } from '../route-docs/samples.ts';
import type * as http from './site-text-http.ts';

const team = {
  isSample: false,
  people: [{ name: 'Alex A.', role: 'Head coach', text: 'Opens the session and keeps the time.' }],
};
const saved = { version: 2, savedAt: MARCH_1, savedBy: { id: ID, name: 'Second Administrator' } };
const shipped = { version: 1, savedAt: null, savedBy: null };
const params = { key: 'team' as const };
const current = { key: 'team' as const, value: team, ...saved };

export const siteTextDocs = {
  listSiteTexts: {
    summary: 'Lists the texts of the site with their current versions.',
    description: 'Version 1 is the one that the software ships with; nobody saved it.',
    response: [
      { key: 'team', ...saved },
      { key: 'homeQuestions', ...shipped },
    ],
  },
  readSiteText: {
    summary: 'Reads a text of the site to edit.',
    description: 'The links in `meetingPlaces` are for roles with the permission `content:write`.',
    params,
    response: current,
  },
  saveSiteText: {
    summary: 'Saves a new version of a text, which the site shows immediately.',
    description:
      'Send the `version` that the edit began from. `value` has the form of the text that `key` names. A repeated request saves nothing more. `profile` and `meetingPlaces` need the permission `settings:write`.',
    body: { key: 'team', value: team, version: 1 },
    response: current,
  },
  listSiteTextVersions: {
    summary: 'Lists the versions of a text.',
    description: 'Newest first. A version with `isReadable` false has an older form and cannot be restored.',
    params,
    query: { limit: 20 },
    response: {
      items: [
        { ...saved, restoredFrom: null, isReadable: true },
        { ...shipped, restoredFrom: null, isReadable: true },
      ],
      nextCursor: null,
      total: 2,
    },
  },
  readSiteTextVersion: {
    summary: 'Reads an earlier version of a text.',
    errors: ['site_text_outdated'],
    params: { key: 'team', version: '2' },
    response: current,
  },
  restoreSiteText: {
    summary: 'Saves the words of an earlier version of a text as its newest one.',
    description: 'Send the current `version`. The earlier versions stay.',
    errors: ['site_text_outdated'],
    params,
    body: { version: 2, restore: 1 },
    response: { ...current, version: 3 },
  },
} satisfies DocsOf<typeof http>;

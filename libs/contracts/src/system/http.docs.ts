import type { DocsOf } from '../route-docs/route-docs.ts';
import { ID, PERSON } from '../route-docs/samples.ts';
import type * as http from './http.ts';

const params = { kind: 'newsletter', id: ID } as const;
const mapping = { columns: { email: 0 }, fallbacks: { source: 'Book fair 2026' } };
const listImport = {
  id: ID,
  name: 'book-fair.csv',
  status: 'checked' as const,
  columns: ['Email', 'Topic'],
  sample: [[PERSON.email, 'Debate']],
  rows: 2,
  mapping,
  ready: 1,
  refused: 1,
  problems: [{ line: 3, problem: 'Please enter a valid email address', cells: ['sample at example.org', 'Debate'] }],
};

export const systemDocs = {
  health: {
    summary: 'Says whether every service and its database answer.',
    alsoAnswers: { 503: 'A part does not answer; `failing` names it.' },
    response: { status: 'ok' },
  },
  dashboardCounts: {
    summary: 'Counts members, entries, newsletter subscribers and campaigns.',
    response: {
      activeDebateClubMembers: 412,
      totalTournamentRegistrations: 96,
      activeNewsletterSubscribers: 2_310,
      totalEmailCampaigns: 24,
      sentEmailCampaigns: 21,
      draftEmailCampaigns: 3,
    },
  },
  exportCsv: {
    summary: 'Downloads a list as a CSV file.',
    description:
      '`kind` is `debate-club`, `tournaments`, `bootcamp`, `workshops`, `newsletter`, `people` or `payments`. `q`, `status`, `division`, `billingCycle`, `event`, `competition`, `place` and `rules` filter as in the list, and `sort` orders the rows. `columns` names the columns of the table in the console that the file has, such as `email,status`, under their headings and in the words of the table; without it the file has all fields. The file begins with a byte order mark, and a cell that a spreadsheet would read as a formula begins with an apostrophe. The export is recorded as an action.',
    errors: ['not_found'],
    params: { kind: 'newsletter' },
    query: { status: 'active' },
    file: 'text/csv',
  },
  readImport: {
    summary: 'Uploads a CSV file for an import and changes no list yet.',
    description:
      'Commas, semicolons or tabs separate the columns, and the first row names them. The file has at most 20 MB, 20,000 rows and 100 columns. An import that is not done is deleted after a day.',
    params: { kind: 'newsletter' },
    query: { name: 'book-fair.csv' },
    body: `Email,Topic\n${PERSON.email},Debate\nsample at example.org,Debate\n`,
    response: {
      ...listImport,
      status: 'read',
      mapping: { columns: { email: 0 }, fallbacks: {} },
      ready: 0,
      refused: 0,
      problems: [],
    },
  },
  checkImport: {
    summary: 'Checks the rows of an uploaded file with a mapping of columns to fields.',
    description: 'Changes no list and may be repeated. A mapping without a required field is refused.',
    params,
    body: mapping,
    response: listImport,
  },
  doImport: {
    summary: 'Imports the valid rows of a checked file.',
    description: 'All valid rows or, where something fails, none. A repeated request answers the first result.',
    params,
    response: { ...listImport, status: 'done' },
  },
  refusedRowsCsv: {
    summary: 'Downloads the refused rows of a file, each with the reason.',
    errors: ['cursor_invalid'],
    params,
    file: 'text/csv',
  },
} satisfies DocsOf<typeof http>;

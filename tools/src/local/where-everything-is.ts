import { relative } from 'node:path';
import { secretsFile } from './local-secrets.ts';
import type { LocalSettings } from './local-settings.ts';

export interface Whereabouts {
  settings: LocalSettings;
  siteUrl: string;
  sandboxUrl: string;
  /** Of the administrator, when it was generated in this start; it is shown this once. */
  newPassword: string | undefined;
}

/** The lines that close a start. */
export const whereEverythingIs = ({ settings, siteUrl, sandboxUrl, newPassword }: Whereabouts): string[] => {
  const password =
    settings.adminPassword !== undefined
      ? '(password in ADMIN_PASSWORD)'
      : (newPassword ?? `(password in ${shortPath(secretsFile(settings.dataDir))})`);
  return [
    '',
    `  Site           ${siteUrl}`,
    `  Admin          ${siteUrl}/admin`,
    `  Mailbox        ${sandboxUrl}/mail`,
    `  Payments       ${sandboxUrl}/stripe`,
    `  Recordings     ${sandboxUrl}/zoom`,
    `  Data           ${shortPath(settings.dataDir)}`,
    settings.adminEmail === undefined
      ? '  Administrator  made at /admin/setup; for its code: npm run operate -- setup-code'
      : `  Administrator  ${settings.adminEmail}  ${password}`,
    '',
    'Ctrl-C stops everything; the data stays.',
  ];
};

/** As a person at this terminal would write it. */
const shortPath = (path: string): string => {
  const fromHere = relative(process.cwd(), path);
  return fromHere.startsWith('..') ? path : fromHere;
};

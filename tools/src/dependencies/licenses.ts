import { labelOf, type LockPackage } from './lock-packages.ts';

/** Licenses under which code may go to others in what is built, as long as its notice goes along. */
const OF_WHAT_IS_SHIPPED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'OFL-1.1',
]);

/** Also allowed: licenses of tools, which are not distributed. */
const OF_TOOLS: ReadonlySet<string> = new Set([
  ...OF_WHAT_IS_SHIPPED,
  'CC-BY-4.0',
  'CC0-1.0',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/**
 * Libraries of their own files, shipped as they were published and exchangeable: what the LGPL asks of a work that uses one. By the
 * beginning of their name, for each system.
 */
const EXCHANGEABLE_LIBRARIES = ['@img/sharp-'];
const OF_EXCHANGEABLE_LIBRARIES: ReadonlySet<string> = new Set([...OF_WHAT_IS_SHIPPED, 'LGPL-3.0-or-later']);

const allowedFor = ({ name, isShipped }: LockPackage): ReadonlySet<string> => {
  if (!isShipped) return OF_TOOLS;
  return EXCHANGEABLE_LIBRARIES.some((beginning) => name.startsWith(beginning))
    ? OF_EXCHANGEABLE_LIBRARIES
    : OF_WHAT_IS_SHIPPED;
};

/** Licenses that packages state in their own files, which the lock file does not carry. For one version each: the next needs a new check. */
const SAID_ELSEWHERE: Readonly<Record<string, string>> = {
  'buildcheck@0.0.7': 'MIT',
  'busboy@1.6.0': 'MIT',
  'cpu-features@0.0.10': 'MIT',
  'humanize-number@0.0.2': 'MIT',
  'passport-strategy@1.0.0': 'MIT',
  'pause@0.0.1': 'MIT',
  'png-js@2.0.0': 'MIT',
  'ssh2@1.17.0': 'MIT',
  'starkbank-ecdsa@1.2.0': 'MIT',
  'streamsearch@1.1.0': 'MIT',
};

/** A package's license as an SPDX expression; null where it is not stated. */
export const licenseOf = (from: LockPackage): string | null => SAID_ELSEWHERE[labelOf(from)] ?? from.license;

/** Whether an SPDX expression allows a use that is fine under these licenses; one that mixes OR and AND is not understood, and not allowed. */
export const allows = (expression: string, allowed: ReadonlySet<string>): boolean => {
  const bare = expression.replace(/^\((.*)\)$/, '$1');
  if (bare.includes(' OR ') && !bare.includes(' AND '))
    return bare.split(' OR ').some((license) => allowed.has(license));
  return bare.split(' AND ').every((license) => allowed.has(license));
};

/** A sentence for each package whose license is unknown or not allowed, and for each entry here whose package is not installed any more. */
export const licenseComplaints = (packages: readonly LockPackage[]): string[] => {
  const labels = new Set(packages.map(labelOf));
  return [
    ...packages.flatMap((each) => {
      const license = licenseOf(each);
      if (license === null) return [`${labelOf(each)} names no license`];
      if (allows(license, allowedFor(each))) return [];
      return [
        `${labelOf(each)} (${each.isShipped ? 'shipped' : 'a tool'}) has the license ${license}, which is not allowed`,
      ];
    }),
    ...Object.keys(SAID_ELSEWHERE).flatMap((label) =>
      labels.has(label) ? [] : [`${label} is looked after and not there any more`],
    ),
  ];
};

/** The page that lists what is shipped, by license. */
export const licensesPage = (packages: readonly LockPackage[]): string => {
  const byLicense = new Map<string, Set<string>>();
  for (const each of packages.filter(({ isShipped }) => isShipped)) {
    const license = licenseOf(each) ?? 'unknown';
    byLicense.set(license, (byLicense.get(license) ?? new Set()).add(`- ${each.name} ${each.version}`));
  }
  const sections = [...byLicense.keys()]
    .sort()
    .map((license) => `## ${license}\n\n${[...(byLicense.get(license) ?? [])].join('\n')}\n`);
  return `# Licenses

Packages of others that are installed in the image or bundled into what is built, by license; of other platforms as well. Written by
\`npm run licenses\`; a test says when it is out of date. Packages that only build and test need are not here, and are checked as well
(\`tools/src/dependencies/licenses.ts\`).

${sections.join('\n')}`;
};

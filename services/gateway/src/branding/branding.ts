import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ASSOCIATION } from '@lectern/contracts/association';
import { COLOR_FORM, isReadable, PAPER, READABLE_CONTRAST } from '@lectern/contracts/color';
import type { AssociationProfile } from '@lectern/contracts/content/association-profile';
import {
  type ChangedProfile,
  logoPath,
  type PageProfile,
  PROFILE_ID,
  SHIPPED_PROFILE,
} from '@lectern/contracts/page-profile';
import { themeOf } from '@lectern/contracts/theme';

/** Stands in pages for the site's origin, which is unknown when they are built (`web/src/lib/site-origin.ts`). */
const UNKNOWN_ORIGIN = 'https://site.invalid';
/** The path of the style sheet with two colors: a browser keeps it, and other colors have another. */
const THEME_PATH = /^\/theme-([0-9a-f]{6})-([0-9a-f]{6})\.css$/;
const LOGO_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

type Settings = Readonly<Record<keyof typeof ASSOCIATION, string>> & { readonly ASSOCIATION_LOGO?: string | undefined };

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The path of the picture file that an installation has as its logo. */
export const pathOfLogo = (file: string): string => `/logo${extname(file)}`;

/** The values of a profile that differ from those of the pages of a build. `logoFile` is the installation's picture. */
export const changedProfile = (
  { postalAddress: _postal, taxNumber: _taxNumber, logo, ...profile }: AssociationProfile,
  logoFile?: string,
): ChangedProfile => {
  const ofInstallation = logoFile === undefined ? null : pathOfLogo(logoFile);
  const shown: PageProfile = {
    ...profile,
    logo: logo === null ? ofInstallation : logoPath(logo),
  };
  return Object.fromEntries(
    Object.entries(shown).filter(
      ([name, value]) => !isDeepStrictEqual(value, SHIPPED_PROFILE[name as keyof PageProfile]),
    ),
  );
};

/** The content type of a logo by its file name; undefined for other files. */
export const logoType = (file: string): string | undefined => LOGO_TYPES[extname(file)];

/** The problems of the logo and the colors of this configuration. */
export const brandingProblems = (config: Settings): string[] => [
  ...(config.ASSOCIATION_LOGO === undefined ||
  (logoType(config.ASSOCIATION_LOGO) !== undefined && existsSync(config.ASSOCIATION_LOGO))
    ? []
    : ['ASSOCIATION_LOGO must name an existing .svg, .png or .webp file']),
  ...(['ASSOCIATION_COLOR', 'ASSOCIATION_SECOND_COLOR'] as const)
    .filter((name) => COLOR_FORM.test(config[name]) && !isReadable(config[name]))
    .map((name) => `${name} is too light to be read: its contrast with ${PAPER} must be at least ${READABLE_CONTRAST}`),
];

const themePath = ({ color = SHIPPED_PROFILE.color, secondColor = SHIPPED_PROFILE.secondColor }: ChangedProfile) =>
  `/theme-${color.slice(1).toLowerCase()}-${secondColor.slice(1).toLowerCase()}.css`;

/** The style sheet at a path, with the colors that `tokens.css` names; undefined at the paths of other files. */
export const themeAt = (path: string): string | undefined => {
  const [, first, second] = THEME_PATH.exec(path) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const rules = Object.entries(themeOf(`#${first}`, `#${second}`)).map(([name, value]) => `${name}:${value};`);
  return `:root{${rules.join('')}}\n`;
};

/**
 * Fills the site's origin into a text of the web build, and into the head of a page what the association has set: data for the
 * browser (`web/src/lib/page-association.ts`), its icon and the style sheet with its colors.
 */
export const fillInWith = (origin: string, profile: ChangedProfile): ((text: string) => string) => {
  const data = JSON.stringify(profile).replaceAll('<', '\\u003c');
  const hasColors = profile.color !== undefined || profile.secondColor !== undefined;
  const theme = hasColors ? `<link rel="stylesheet" href="${themePath(profile)}">` : '';
  const isPlain = Object.keys(profile).length === 0;
  return (text) => {
    const whole = text.replaceAll(UNKNOWN_ORIGIN, origin);
    if (isPlain || !whole.startsWith('<!doctype html>')) return whole;
    const { logo, fullName } = profile;
    return whole
      .replace(/<link rel="icon"[^>]*>/, (icon) => (logo == null ? icon : `<link rel="icon" href="${logo}">`))
      .replace(`<title>${escaped(SHIPPED_PROFILE.fullName)}</title>`, (title) =>
        fullName === undefined ? title : `<title>${escaped(fullName)}</title>`,
      )
      .replace('</head>', () => `<script type="application/json" id="${PROFILE_ID}">${data}</script>${theme}</head>`);
  };
};

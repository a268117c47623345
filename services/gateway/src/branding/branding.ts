import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ASSOCIATION } from '@lectern/contracts/association';
import { COLOR_FORM, isReadable, mixed, PAPER, READABLE_CONTRAST } from '@lectern/contracts/color';
import { firstProfile } from '@lectern/contracts/content/association-settings';
import type { AssociationProfile } from '@lectern/contracts/content/association-profile';
import { type ChangedProfile, type PageProfile, PROFILE_ID, SHIPPED_PROFILE } from '@lectern/contracts/page-profile';

/** Stands in pages for the site's origin, which is unknown when they are built (`web/src/lib/site-origin.ts`). */
const UNKNOWN_ORIGIN = 'https://site.invalid';
export const THEME_PATH = '/theme.css';
const LOGO_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

type Settings = Readonly<Record<keyof typeof ASSOCIATION, string>> & { readonly ASSOCIATION_LOGO?: string | undefined };

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The path of the picture file that an installation has as its logo; null where it has none. */
const pathOfLogo = (file: string | undefined): string | null => (file === undefined ? null : `/logo${extname(file)}`);

/** The settings of this installation that differ from the shipped ones. */
export const profileOf = (config: Settings): ChangedProfile =>
  changedIn(firstProfile(config), pathOfLogo(config.ASSOCIATION_LOGO));

/** The values of a profile that differ from those of the pages of a build. */
const changedIn = ({ postalAddress: _postal, ...profile }: AssociationProfile, logo: string | null): ChangedProfile =>
  Object.fromEntries(
    Object.entries({ ...profile, logo }).filter(
      ([name, value]) => !isDeepStrictEqual(value, SHIPPED_PROFILE[name as keyof PageProfile]),
    ),
  );

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

/** The style sheet with the profile's colors, as `tokens.css` names them; undefined where it sets none. */
export const themeOf = ({ color: first, secondColor }: ChangedProfile): string | undefined => {
  const shades = (name: string, color: string | undefined): string =>
    color === undefined
      ? ''
      : `--${name}:${color};--${name}-deep:${mixed(color, '#000000', 0.2)};--${name}-wash:${mixed(color, '#ffffff', 0.9)};`;
  const rules = shades('aff', first) + shades('neg', secondColor);
  return rules === '' ? undefined : `:root{${rules}}\n`;
};

/**
 * Fills the site's origin into a text of the web build, and into the head of a page what this installation has set: data for the
 * browser (`web/src/lib/page-association.ts`), its icon and the style sheet with its colors.
 */
export const fillInWith = (origin: string, profile: ChangedProfile): ((text: string) => string) => {
  const data = JSON.stringify(profile).replaceAll('<', '\\u003c');
  const theme = themeOf(profile) === undefined ? '' : `<link rel="stylesheet" href="${THEME_PATH}">`;
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

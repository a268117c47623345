import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { ASSOCIATION, type AssociationProfile, type AssociationSetting } from '@lectern/contracts/association';
import { COLOR_FORM, isReadable, mixed, PAPER, READABLE_CONTRAST } from '@lectern/contracts/color';

/** Stands in pages for the site's origin, which is unknown when they are built (`web/src/lib/site-origin.ts`). */
const UNKNOWN_ORIGIN = 'https://site.invalid';
export const THEME_PATH = '/theme.css';
const LOGO_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

type Settings = Readonly<Record<AssociationSetting, string>> & { readonly ASSOCIATION_LOGO?: string | undefined };

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The settings of this installation that differ from `ASSOCIATION`. */
export const profileOf = (config: Settings): AssociationProfile => {
  const logo = config.ASSOCIATION_LOGO;
  return Object.fromEntries([
    ...(Object.keys(ASSOCIATION) as AssociationSetting[])
      .filter((name) => config[name] !== ASSOCIATION[name])
      .map((name) => [name, config[name]] as const),
    ...(logo === undefined ? [] : [['ASSOCIATION_LOGO', `/logo${extname(logo)}`] as const]),
  ]);
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

/** The style sheet with the profile's colors, as `tokens.css` names them; undefined where it sets none. */
export const themeOf = ({ ASSOCIATION_COLOR, ASSOCIATION_SECOND_COLOR }: AssociationProfile): string | undefined => {
  const shades = (name: string, color: string | undefined): string =>
    color === undefined
      ? ''
      : `--${name}:${color};--${name}-deep:${mixed(color, '#000000', 0.2)};--${name}-wash:${mixed(color, '#ffffff', 0.9)};`;
  const rules = shades('aff', ASSOCIATION_COLOR) + shades('neg', ASSOCIATION_SECOND_COLOR);
  return rules === '' ? undefined : `:root{${rules}}\n`;
};

/**
 * Fills the site's origin into a text of the web build, and into the head of a page what this installation has set: data for the
 * browser (`web/src/config/association-profile.ts`), its icon and the style sheet with its colors.
 */
export const fillInWith = (origin: string, profile: AssociationProfile): ((text: string) => string) => {
  const data = JSON.stringify(profile).replaceAll('<', '\\u003c');
  const theme = themeOf(profile) === undefined ? '' : `<link rel="stylesheet" href="${THEME_PATH}">`;
  const isPlain = Object.keys(profile).length === 0;
  return (text) => {
    const whole = text.replaceAll(UNKNOWN_ORIGIN, origin);
    if (isPlain || !whole.startsWith('<!doctype html>')) return whole;
    const { ASSOCIATION_LOGO: logo, ASSOCIATION_FULL_NAME: fullName } = profile;
    return whole
      .replace(/<link rel="icon"[^>]*>/, (icon) => (logo === undefined ? icon : `<link rel="icon" href="${logo}">`))
      .replace(`<title>${escaped(ASSOCIATION.ASSOCIATION_FULL_NAME)}</title>`, (title) =>
        fullName === undefined ? title : `<title>${escaped(fullName)}</title>`,
      )
      .replace('</head>', () => `<script type="application/json" id="association">${data}</script>${theme}</head>`);
  };
};

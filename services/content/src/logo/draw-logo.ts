import { LOGO_PIXELS } from '@lectern/contracts/content/logo-model';
import { sharp } from '../sharp.ts';
import { drawnElements } from './drawn-elements.ts';

/*
 * Decides which pictures staff may upload as the logo, and draws them again: the stored PNG has the pixels of the upload and nothing else
 * of it. A file is judged by its contents, whatever its name and type say.
 */

/** The shorter side of a picture of pixels. */
const PIXELS_MIN = 64;
/** How much longer one side may be than the other. */
const RATIO_MAX = 3;
/** A packed picture can be far larger than its file. */
const UNPACKED_PIXELS_MAX = 25_000_000;
const SECONDS_MAX = 10;
/** Elements of a drawing, each as often as it is drawn. The time limit above does not interrupt the drawing of an SVG. */
const DRAWN_MAX = 5_000;
/** Of a drawing. One path of a megabyte is drawn for minutes. */
const DRAWING_BYTES_MAX = 64 * 1024;
/** Of one inch, at which a drawing has its own size. */
const DRAWING_DENSITY = 72;
/** The finest that the library draws. */
const DENSITY_MAX = 100_000;

export const NO_PICTURE = 'This file is not a PNG, WebP or SVG. Export the logo as one of these and choose that file.';
const DAMAGED = 'This picture is damaged and cannot be read. Export it again and choose the new file.';
const HUGE = 'This picture has too many pixels. Export it with at most 4,000 pixels on a side.';
const SMALL = `This picture is too small. Both sides must have at least ${PIXELS_MIN} pixels.`;
const NARROW = `This picture is too long for a logo. One side may be at most ${RATIO_MAX} times as long as the other.`;
const ENTITIES = 'This SVG defines entities of its own. Export it as a plain SVG and choose that file.';
const REPEATING = 'This SVG repeats too many parts. Simplify it, or export the logo as a PNG, and choose that file.';
const LARGE = 'This SVG is larger than 64 KB. Simplify it, or export the logo as a PNG, and choose that file.';
const TEXTUAL = 'This SVG contains text, whose font is not known here. Convert it to paths, and choose the new file.';
const SCRIPTED = 'This SVG contains scripts. Export it as a plain SVG, without interaction, and choose that file.';
const FOREIGN = 'This SVG contains HTML or other foreign content. Export it as a plain SVG and choose that file.';
const EXTERNAL =
  'This SVG loads parts from other files or sites. Embed pictures and fonts, or convert text to paths, and choose the new file.';

type Format = 'png' | 'webp' | 'svg';

export type DrawnLogo = { readonly png: Buffer; readonly width: number; readonly height: number };

/** The logo as it is stored, its longer side 512 pixels at most; or why it is refused, for the person who chose it. */
export const drawLogo = async (file: Buffer): Promise<DrawnLogo | { readonly refusal: string }> => {
  const format = formatOf(file);
  if (format === null) return { refusal: NO_PICTURE };
  const problem = format === 'svg' ? drawingProblem(file.toString('utf8')) : null;
  if (problem !== null) return { refusal: problem };
  try {
    return await drawn(file, format);
  } catch (error) {
    return { refusal: error instanceof Error && error.message.includes('pixel limit') ? HUGE : DAMAGED };
  }
};

const drawn = async (file: Buffer, format: Format): Promise<DrawnLogo | { readonly refusal: string }> => {
  const limits = { limitInputPixels: UNPACKED_PIXELS_MAX, failOn: 'warning' as const };
  const { width, height } = (await sharp(file, limits).metadata()).autoOrient;
  if (Math.max(width, height) > RATIO_MAX * Math.min(width, height)) return { refusal: NARROW };
  if (format !== 'svg' && Math.min(width, height) < PIXELS_MIN) return { refusal: SMALL };
  // A drawing has no pixels of its own: it is drawn at the size that is stored.
  const density =
    format === 'svg' ? Math.min(DENSITY_MAX, (DRAWING_DENSITY * LOGO_PIXELS) / Math.max(width, height)) : undefined;
  const { data, info } = await sharp(file, { ...limits, ...(density === undefined ? {} : { density }) })
    .autoOrient()
    .resize(LOGO_PIXELS, LOGO_PIXELS, { fit: 'inside', withoutEnlargement: format !== 'svg' })
    .png({ compressionLevel: 9 })
    .timeout({ seconds: SECONDS_MAX })
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
};

const formatOf = (file: Buffer): Format | null => {
  const head = file.subarray(0, 12).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'webp';
  return isDrawing(file) ? 'svg' : null;
};

/** Whether it is text whose first element is that of an SVG. Another encoding could hide from the checks below. */
const isDrawing = (file: Buffer): boolean => {
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return false;
  }
  const encoding = /^\s*<\?xml\b[^>]*\bencoding\s*=\s*["']([^"']*)["']/.exec(text)?.[1] ?? 'utf-8';
  if (encoding.toLowerCase() !== 'utf-8' || text.includes('\0')) return false;
  const [, element = ''] = /<([\w.:-]+)[\s/>]/.exec(text.replace(/^(?:\s+|<\?[^>]*>|<!--.*?-->)*/s, '')) ?? [];
  return /^(?:[\w.-]+:)?svg$/.test(element);
};

const withoutQuotes = (text: string): string =>
  text
    .trim()
    .replace(/^(?:["']|&quot;|&apos;|&#3[49];)/, '')
    .trim();

/** Whether a reference stays in the file: a part of it, or an embedded picture. */
const isInside = (reference: string): boolean =>
  /^(?:#|data:(?:image\/(?:png|jpeg|webp|gif)|font\/)|$)/i.test(reference);

/**
 * Why a drawing is refused. It is drawn to pixels in any case, so that nothing of these reaches a browser: the reasons are for people
 * whose logo would be drawn without the parts that are missing.
 */
const drawingProblem = (text: string): string | null => {
  if (text.length > DRAWING_BYTES_MAX) return LARGE;
  if (/<!ENTITY/i.test(text)) return ENTITIES;
  if (/<(?:[\w.-]+:)?(?:script|handler)\b/i.test(text) || /[\s"'/]on[a-z]+\s*=\s*["']/i.test(text)) return SCRIPTED;
  if (/<(?:[\w.-]+:)?(?:foreignObject|iframe|object|embed|audio|video)\b/i.test(text)) return FOREIGN;
  if (/<(?:[\w.-]+:)?text\b/i.test(text)) return TEXTUAL;
  if (/@import\b|<\?xml-stylesheet\b/i.test(text)) return EXTERNAL;
  const references = [
    // A link to open is no part of the picture, and pixels open nothing.
    ...[...text.matchAll(/<(?!(?:[\w.-]+:)?a\b)[^<>]*?\b(?:href|src)\s*=\s*("[^"]*"|'[^']*')/gi)].map(
      ([, value]) => value,
    ),
    ...[...text.matchAll(/\burl\(([^()]*)\)/gi)].map(([, value]) => value),
  ].map((value = '') => withoutQuotes(value));
  if (references.some((reference) => /^javascript:/i.test(reference))) return SCRIPTED;
  if (!references.every((reference) => isInside(reference.replace(/["']$/, '')))) return EXTERNAL;
  return drawnElements(text, DRAWN_MAX) > DRAWN_MAX ? REPEATING : null;
};

import { LOGO_PIXELS } from '@lectern/contracts/content/logo-model';
import { withoutPngTexts } from '../picture/without-png-texts.ts';
import { sharp } from '../sharp.ts';

/*
 * Decides which pictures staff may upload as the logo, and draws them again: the stored PNG has the pixels of the upload and nothing else
 * of it. A file is judged by its contents, whatever its name and type say. The console's form draws an SVG itself, in the browser of its
 * owner: a small SVG can occupy the process that draws it for minutes.
 */

/** The shorter side of a picture. */
const PIXELS_MIN = 64;
/** How much longer one side may be than the other. */
const RATIO_MAX = 3;
/** A packed picture can be far larger than its file. */
const UNPACKED_PIXELS_MAX = 25_000_000;
const SECONDS_MAX = 10;

export const NO_PICTURE = 'This file is not a PNG or WebP. Export the logo as one of these and choose that file.';
const DAMAGED = 'This picture is damaged and cannot be read. Export it again and choose the new file.';
const HUGE = 'This picture has too many pixels. Export it with at most 4,000 pixels on a side.';
const SMALL = `This picture is too small. Both sides must have at least ${PIXELS_MIN} pixels.`;
const NARROW = `This picture is too long for a logo. One side may be at most ${RATIO_MAX} times as long as the other.`;

export type DrawnLogo = { readonly png: Buffer; readonly width: number; readonly height: number };

/** The logo as it is stored, its longer side 512 pixels at most; or why it is refused, for the person who chose it. */
export const drawLogo = async (file: Buffer): Promise<DrawnLogo | { readonly refusal: string }> => {
  if (!isPicture(file)) return { refusal: NO_PICTURE };
  try {
    return await drawn(withoutPngTexts(file));
  } catch (error) {
    return { refusal: error instanceof Error && error.message.includes('pixel limit') ? HUGE : DAMAGED };
  }
};

const drawn = async (file: Buffer): Promise<DrawnLogo | { readonly refusal: string }> => {
  const limits = { limitInputPixels: UNPACKED_PIXELS_MAX, failOn: 'warning' as const };
  const { width, height } = (await sharp(file, limits).metadata()).autoOrient;
  if (Math.max(width, height) > RATIO_MAX * Math.min(width, height)) return { refusal: NARROW };
  if (Math.min(width, height) < PIXELS_MIN) return { refusal: SMALL };
  const { data, info } = await sharp(file, limits)
    .autoOrient()
    .resize(LOGO_PIXELS, LOGO_PIXELS, { fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .timeout({ seconds: SECONDS_MAX })
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
};

const isPicture = (file: Buffer): boolean => {
  const head = file.subarray(0, 12).toString('latin1');
  return head.startsWith('\x89PNG\r\n\x1a\n') || (head.startsWith('RIFF') && head.endsWith('WEBP'));
};

import type { Metadata, OutputInfo, Sharp } from 'sharp';
import {
  PICTURE_FORMATS,
  PICTURE_PIXELS_MAX,
  PICTURE_SIDE,
  PICTURE_STORED,
  type PictureFormat,
  pictureWidths,
} from '@lectern/contracts/content/picture';
import { sharp } from '../sharp.ts';
import { withoutPngTexts } from './without-png-texts.ts';

/*
 * Decides which files staff may upload as pictures, by their content alone, and makes the files that readers get. Those are written from
 * the pixels: nothing else of an uploaded file reaches a reader, neither its metadata nor what may be attached to it.
 */

/** The memory of a picture that is being decoded, so that the process stays within its memory. */
const DECODED_BYTES_MAX = 200_000_000;
/** The decoder of AVIF holds a picture several times. */
const AVIF_COPIES = 5;
const SECONDS_MAX = 20;

const QUALITY = {
  avif: { quality: 55, effort: 3 },
  webp: { quality: 78, effort: 4 },
} as const satisfies Record<PictureFormat, object>;

const KINDS = 'Choose a PNG, JPEG, WebP or AVIF file.';
const NO_PICTURE = `This file is not a picture that we can read. ${KINDS}`;
const DAMAGED =
  'This picture is incomplete or damaged. Export it again, or copy the file again, and choose the new file.';
const MOVES = 'This picture moves. Save one frame of it as PNG and choose that file.';

/** Files that people take for pictures of the web, each with what to do. */
const OTHERS: readonly (readonly [begins: RegExp, refusal: string])[] = [
  [/^GIF8/, `GIF files are not accepted. Save the picture as PNG and choose that file.`],
  [/^....ftyp(?:hei|hev|mif1|msf1)/s, 'Photos in HEIC are not accepted. Save the photo as JPEG and choose that file.'],
  [/^....ftypavis/s, MOVES],
  [/^(?:II\*\0|MM\0\*)/, 'TIFF files are not accepted. Save the picture as PNG or JPEG and choose that file.'],
  [/^BM/, 'BMP files are not accepted. Save the picture as PNG and choose that file.'],
  [/^%PDF-/, 'This file is a PDF. Save the page as PNG and choose that file.'],
  [/^\s*<(?:svg|\?xml|!doctype svg|!--)/i, 'SVG files can contain programs. Save it as PNG.'],
];
const ACCEPTED = /^(?:\x89PNG\r\n\x1a\n|\xff\xd8\xff|RIFF....WEBP|....ftypavif)/s;

export interface PictureFile {
  readonly file: string;
  readonly content: Buffer;
}
export interface ProcessedPicture {
  /** Of the largest file, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly files: readonly PictureFile[];
}

/** The files of a picture, upright; or the reason why it is refused, for the person who chose it. */
export const processPicture = async (file: Buffer): Promise<ProcessedPicture | { readonly refusal: string }> => {
  const upload = withoutPngTexts(file);
  const begins = upload
    .subarray(0, 1_024)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  const other = OTHERS.find(([pattern]) => pattern.test(begins));
  if (other !== undefined) return { refusal: other[1] };
  if (!ACCEPTED.test(begins)) return { refusal: NO_PICTURE };
  const isAvif = begins.slice(4, 12) === 'ftypavif';
  try {
    // Reads the head alone, so that a size that is too large gets its own words.
    const metadata = await sharp(upload, { limitInputPixels: false }).metadata();
    const refusal = refusalOf(metadata, isAvif) ?? (isMovingPng(upload) ? MOVES : null);
    if (refusal !== null) return { refusal };
    return await filesOf(upload, metadata);
  } catch {
    return { refusal: DAMAGED };
  }
};

const read = (upload: Buffer): Sharp => sharp(upload, { failOn: 'error', limitInputPixels: PICTURE_PIXELS_MAX });

const refusalOf = ({ width, height, pages, channels, depth }: Metadata, isAvif: boolean): string | null => {
  if (pages !== undefined && pages > 1) return MOVES;
  const is = `This picture has ${count(width)} by ${count(height)} pixels.`;
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (shorter < PICTURE_SIDE.min)
    return `${is} Each side needs at least ${PICTURE_SIDE.min}, or it looks blurred. Choose a larger picture.`;
  const tooLarge = `Make it smaller, for example 3,000 pixels wide, and choose it again.`;
  if (longer > PICTURE_SIDE.max) return `${is} Each side may have at most ${count(PICTURE_SIDE.max)}. ${tooLarge}`;
  if (width * height > PICTURE_PIXELS_MAX)
    return `${is} Together these may be at most ${PICTURE_PIXELS_MAX / 1e6} megapixels. ${tooLarge}`;
  const bytes = width * height * channels * (depth === 'uchar' ? 1 : 2) * (isAvif ? AVIF_COPIES : 1);
  if (bytes > DECODED_BYTES_MAX) return `${is} That is too many for a file of this kind. ${tooLarge}`;
  return null;
};

const count = (pixels: number): string => pixels.toLocaleString('en');

/** The chunk that makes a PNG move stands before its pixels. */
const isMovingPng = (upload: Buffer): boolean => {
  const control = upload.indexOf('acTL');
  return upload[0] === 0x89 && control !== -1 && control < upload.indexOf('IDAT');
};

const filesOf = async (upload: Buffer, { orientation = 1 }: Metadata): Promise<ProcessedPicture> => {
  // It is decoded once, made smaller and only then turned: turning needs all pixels in memory.
  const isLying = orientation >= 5;
  const { width: across, height: down } = PICTURE_STORED;
  const small = await read(upload)
    .timeout({ seconds: SECONDS_MAX })
    .resize({
      width: isLying ? down : across,
      height: isLying ? across : down,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .withMetadata({ orientation })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const upright = await sharp(small)
    .timeout({ seconds: SECONDS_MAX })
    .autoOrient()
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = upright.info;
  const files: PictureFile[] = [];
  for (const each of pictureWidths(width)) {
    for (const format of PICTURE_FORMATS) {
      const { data } = await written(upright.data, each, format);
      files.push({ file: `${each}.${format}`, content: data });
    }
  }
  return { width, height, files };
};

const written = (picture: Buffer, width: number, format: PictureFormat): Promise<{ data: Buffer; info: OutputInfo }> =>
  sharp(picture)
    .timeout({ seconds: SECONDS_MAX })
    .resize({ width })
    .toFormat(format, QUALITY[format])
    .toBuffer({ resolveWithObject: true });

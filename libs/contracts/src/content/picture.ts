/* Uploaded pictures: what is accepted, and how texts and testimonials name one. */

/** The largest uploaded file. */
export const PICTURE_BYTES_MAX = 10 * 1024 * 1024;
/** The shortest and the longest side of an uploaded picture, in pixels. */
export const PICTURE_SIDE = { min: 200, max: 12_000 } as const;
/** All pixels of an uploaded picture. */
export const PICTURE_PIXELS_MAX = 50_000_000;
/** Of the stored picture, in pixels: an article's column is 720 pixels wide at most, on screens with two pixels for each. */
export const PICTURE_STORED = { width: 1_440, height: 4_320 } as const;
export const PICTURE_ALT_MAX = 300;

export const PICTURE_FORMATS = ['avif', 'webp'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

const WIDTHS = [480, 960] as const;

/** The widths in which a picture of this width is stored, smallest first; the last one is its own. */
export const pictureWidths = (width: number): readonly number[] => [...WIDTHS.filter((each) => each < width), width];

export interface StoredPicture {
  readonly id: string;
  /** Of the largest file, in pixels. */
  readonly width: number;
  readonly height: number;
}

/** The address by which a text names a picture. It contains the size, so that a page reserves the space before the picture arrives. */
export const pictureAddress = ({ id, width, height }: StoredPicture): string =>
  `/api/pictures/${id}/${width}x${height}`;

const ADDRESS =
  /^\/api\/pictures\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/([1-9]\d{0,3})x([1-9]\d{0,3})$/;

/** The picture that an address names; null for any other address. */
export const pictureAt = (address: string): StoredPicture | null => {
  const [, id, width, height] = ADDRESS.exec(address) ?? [];
  return id === undefined ? null : { id, width: Number(width), height: Number(height) };
};

/** The names of the files of a picture of this width. */
export const pictureFiles = (width: number): readonly string[] =>
  pictureWidths(width).flatMap((each) => PICTURE_FORMATS.map((format) => `${each}.${format}`));

/** The URL of a file of a picture on this site. */
export const pictureFile = (id: string, width: number, format: PictureFormat): string =>
  `/api/pictures/${id}/${width}.${format}`;

export const NO_UPLOADED_PICTURE = 'Upload the picture: pages show no pictures of other sites';

/** The file to show at the size of a portrait: of an upload the smallest one, and the address itself otherwise. */
export const pictureSource = (address: string): string => {
  const picture = pictureAt(address);
  return picture === null ? address : pictureFile(picture.id, pictureWidths(picture.width)[0]!, 'webp');
};

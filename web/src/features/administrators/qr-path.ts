import { encode } from 'uqr';

/** The width of the quiet zone around a code, in modules (ISO/IEC 18004). */
const QUIET = 4;

export interface QrPath {
  /** Modules along each side, including the quiet zone. */
  readonly size: number;
  /** The dark modules as the `d` of an SVG path, one unit each. */
  readonly path: string;
}

/** A text as a QR code with error correction level M: a phone reads it even if a seventh of it is covered. */
export const qrPath = (text: string): QrPath => {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size, path };
};

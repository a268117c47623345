import { encode } from 'uqr';

/** Light modules that scanners want around a code (ISO/IEC 18004). */
const QUIET = 4;

export interface QrPath {
  /** Modules along each side, the quiet ones around it included. */
  readonly size: number;
  /** The dark modules as the `d` of an SVG path, one unit each. */
  readonly path: string;
}

/** A text as a QR code that a telephone reads from a screen, also with a seventh of it covered (level M). */
export const qrPath = (text: string): QrPath => {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size, path };
};

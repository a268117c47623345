import * as fontkit from 'fontkit';
import { BinaryWriter, fontFile, tablesOf, withU16 } from './sfnt.ts';

/** Tables that only a variable font has, and programs for outlines that are not there any more. */
const DROPPED = ['fvar', 'gvar', 'avar', 'HVAR', 'MVAR', 'STAT', 'prep', 'fpgm', 'cvt ', 'gasp'];

interface Point {
  readonly x: number;
  readonly y: number;
  readonly isOn: boolean;
}

/**
 * One instance of a variable TrueType font as a plain TrueType file, with its outlines, advances and kerning (of the default
 * instance, which is near enough). fontkit can lay text in an instance, but not embed one.
 */
export const fixedInstance = (file: Uint8Array, axes: Record<string, number>): Uint8Array => {
  const variable = fontkit.create(Buffer.from(file)) as fontkit.Font;
  const instance = variable.getVariation(axes);
  const tables = tablesOf(file);
  const tableOf = (tag: string): Uint8Array => {
    const table = tables.get(tag);
    if (table === undefined) throw new Error(`The font has no table ${tag}`);
    return table;
  };
  const [glyf, loca, hmtx] = [new BinaryWriter(), new BinaryWriter(), new BinaryWriter()];
  let [maxPoints, maxContours] = [0, 0];
  for (let id = 0; id < instance.numGlyphs; id += 1) {
    const glyph = instance.getGlyph(id);
    const contours = contoursOf(glyph.path);
    const points = contours.flat();
    const left = points.length === 0 ? 0 : Math.min(...points.map(({ x }) => x));
    loca.u32(glyf.length);
    writeGlyph(glyf, contours);
    hmtx.u16(Math.round(glyph.advanceWidth));
    hmtx.u16(left);
    maxPoints = Math.max(maxPoints, points.length);
    maxContours = Math.max(maxContours, contours.length);
  }
  loca.u32(glyf.length);
  for (const tag of DROPPED) tables.delete(tag);
  tables.set('glyf', glyf.done());
  tables.set('loca', loca.done());
  tables.set('hmtx', hmtx.done());
  tables.set('head', withU16(tableOf('head'), 50, 1));
  tables.set('hhea', withU16(tableOf('hhea'), 34, instance.numGlyphs));
  tables.set('maxp', withU16(withU16(tableOf('maxp'), 6, maxPoints), 8, maxContours));
  return fontFile(tables);
};

const contoursOf = (path: fontkit.Path): Point[][] => {
  const contours: Point[][] = [];
  const point = (x = 0, y = 0, isOn = true): Point => ({ x: Math.round(x), y: Math.round(y), isOn });
  for (const { command, args } of path.commands) {
    const contour = contours.at(-1) ?? [];
    const [a, b, c, d] = args;
    if (command === 'moveTo') contours.push([point(a, b)]);
    else if (command === 'lineTo') contour.push(point(a, b));
    else if (command === 'quadraticCurveTo') contour.push(point(a, b, false), point(c, d));
    else if (command !== 'closePath') throw new Error(`A TrueType outline has no ${command}`);
  }
  return contours.map(withoutRepeatedEnd).filter((contour) => contour.length > 1);
};

/** A contour closes by itself: its first point is not said again at its end. */
const withoutRepeatedEnd = (contour: Point[]): Point[] => {
  const [first, last] = [contour[0], contour.at(-1)];
  const repeats =
    contour.length > 1 && first !== undefined && last?.isOn === true && first.x === last.x && first.y === last.y;
  return repeats ? contour.slice(0, -1) : contour;
};

const writeGlyph = (out: BinaryWriter, contours: Point[][]): void => {
  const points = contours.flat();
  if (points.length === 0) return;
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  out.u16(contours.length);
  for (const edge of [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]) out.u16(edge);
  let end = -1;
  for (const contour of contours) out.u16((end += contour.length));
  out.u16(0);
  for (const { isOn } of points) out.u8(isOn ? 1 : 0);
  for (const values of [xs, ys]) {
    let before = 0;
    for (const value of values) {
      out.u16(value - before);
      before = value;
    }
  }
  out.pad();
};

import { brotliDecompressSync } from 'node:zlib';
import { BinaryReader, BinaryWriter, fontFile, TRUETYPE, withU16 } from './sfnt.ts';

/*
 * WOFF 2.0 back into the TrueType file that it was made of: https://www.w3.org/TR/WOFF2/. fontkit reads WOFF2, but not the
 * instances of a variable one, and a PDF embeds TrueType outlines.
 */

const SIGNATURE = 0x774f4632; // wOF2
/** Tables that an entry names by its place here (section 5.1 of WOFF2). */
const KNOWN_TAGS =
  'cmap head hhea hmtx maxp name OS/2 post cvt fpgm glyf loca prep CFF VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'.split(
    ' ',
  );

interface TableEntry {
  readonly tag: string;
  readonly isTransformed: boolean;
  /** Bytes in the decompressed stream. */
  readonly length: number;
}

interface Glyphs {
  readonly glyf: Uint8Array;
  readonly loca: Uint8Array;
  /** The left edge of each glyph, which a transformed `hmtx` leaves out. */
  readonly xMins: readonly number[];
}

/** The TrueType file inside a WOFF2 file. Throws on anything else. */
export const unpackWoff2 = (file: Uint8Array): Uint8Array => {
  const reader = new BinaryReader(file);
  if (reader.u32() !== SIGNATURE || reader.u32() !== TRUETYPE)
    throw new Error('This is no WOFF2 file of TrueType outlines');
  reader.at = 12;
  const count = reader.u16();
  reader.at = 20;
  const compressedLength = reader.u32();
  reader.at = 48;
  const entries = Array.from({ length: count }, () => tableEntry(reader));
  const stream = new Uint8Array(brotliDecompressSync(reader.take(compressedLength)));

  const tables = new Map<string, Uint8Array>();
  let at = 0;
  const raw = new Map<string, { bytes: Uint8Array; isTransformed: boolean }>();
  for (const { tag, length, isTransformed } of entries) {
    raw.set(tag, { bytes: stream.subarray(at, at + length), isTransformed });
    at += length;
  }
  const rawOf = (tag: string): Uint8Array => {
    const found = raw.get(tag);
    if (found === undefined) throw new Error(`The font has no table ${tag}`);
    return found.bytes;
  };
  let glyphs: Glyphs | undefined;
  if (raw.get('glyf')?.isTransformed === true) {
    glyphs = rebuildGlyphs(rawOf('glyf'));
    tables.set('glyf', glyphs.glyf);
    tables.set('loca', glyphs.loca);
    // indexToLocFormat: the long one.
    tables.set('head', withU16(rawOf('head'), 50, 1));
  }
  for (const [tag, { bytes, isTransformed }] of raw) {
    if (tables.has(tag)) continue;
    if (tag === 'hmtx' && isTransformed)
      tables.set(tag, rebuildMetrics(bytes, rawOf('hhea'), rawOf('maxp'), glyphs?.xMins ?? []));
    else tables.set(tag, bytes);
  }
  return fontFile(tables);
};

const tableEntry = (reader: BinaryReader): TableEntry => {
  const flags = reader.u8();
  const known = KNOWN_TAGS[flags & 63];
  const tag = ((flags & 63) === 63 || known === undefined ? String.fromCharCode(...reader.take(4)) : known).padEnd(4);
  const version = flags >> 6;
  const isGlyphs = tag === 'glyf' || tag === 'loca';
  const isTransformed = isGlyphs ? version !== 3 : version !== 0;
  const original = reader.base128();
  return { tag, isTransformed, length: isTransformed ? reader.base128() : original };
};

/** Section 5.1: outlines come as seven streams, one for each kind of number. */
const rebuildGlyphs = (table: Uint8Array): Glyphs => {
  const header = new BinaryReader(table);
  header.at = 4;
  const count = header.u16();
  header.u16(); // the old format of loca; the long one is written
  const sizes = Array.from({ length: 7 }, () => header.u32());
  let start = header.at;
  const [contours, points, flags, coordinates, composites, boxes, instructions] = sizes.map((size) => {
    start += size;
    return new BinaryReader(table, start - size);
  }) as [BinaryReader, BinaryReader, BinaryReader, BinaryReader, BinaryReader, BinaryReader, BinaryReader];
  const boxBits = boxes.take(4 * Math.floor((count + 31) / 32));

  const glyf = new BinaryWriter();
  const loca = new BinaryWriter();
  const xMins: number[] = [];
  for (let id = 0; id < count; id += 1) {
    loca.u32(glyf.length);
    const ends = contours.i16();
    const hasBox = ((boxBits[id >> 3] ?? 0) & (0x80 >> (id & 7))) !== 0;
    if (ends === 0) {
      xMins.push(0);
      continue;
    }
    const box = hasBox ? [boxes.i16(), boxes.i16(), boxes.i16(), boxes.i16()] : undefined;
    if (ends < 0) {
      if (box === undefined) throw new Error('A glyph made of others has no box');
      xMins.push(box[0] ?? 0);
      writeComposite(glyf, box, composites, coordinates, instructions);
    } else xMins.push(writeSimple(glyf, ends, box, points, flags, coordinates, instructions));
    glyf.pad();
  }
  loca.u32(glyf.length);
  return { glyf: glyf.done(), loca: loca.done(), xMins };
};

const writeSimple = (
  out: BinaryWriter,
  contourCount: number,
  knownBox: number[] | undefined,
  points: BinaryReader,
  flags: BinaryReader,
  coordinates: BinaryReader,
  instructions: BinaryReader,
): number => {
  let total = 0;
  const ends = Array.from({ length: contourCount }, () => (total += points.short()) - 1);
  const path = Array.from({ length: total }, () => {
    const flag = flags.u8();
    return { isOn: (flag & 128) === 0, ...move(flag & 127, coordinates) };
  });
  let [x, y] = [0, 0];
  const xs = path.map(({ dx }) => (x += dx));
  const ys = path.map(({ dy }) => (y += dy));
  const box = knownBox ?? [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const program = instructions.take(coordinates.short());
  out.u16(contourCount);
  for (const edge of box) out.u16(edge);
  for (const end of ends) out.u16(end);
  out.u16(program.length);
  out.bytes(program);
  for (const { isOn } of path) out.u8(isOn ? 1 : 0);
  for (const { dx } of path) out.u16(dx);
  for (const { dy } of path) out.u16(dy);
  return box[0] ?? 0;
};

/** Section 5.2: a flag of 0 to 127 says how the two differences of a point are packed. */
const move = (flag: number, data: BinaryReader): { dx: number; dy: number } => {
  const signed = (bit: number, value: number): number => ((flag >> bit) & 1 ? value : -value);
  if (flag < 10) return { dx: 0, dy: signed(0, ((flag & 14) << 7) + data.u8()) };
  if (flag < 20) return { dx: signed(0, (((flag - 10) & 14) << 7) + data.u8()), dy: 0 };
  if (flag < 84) {
    const rest = flag - 20;
    const byte = data.u8();
    return { dx: signed(0, 1 + (rest & 0x30) + (byte >> 4)), dy: signed(1, 1 + ((rest & 0x0c) << 2) + (byte & 15)) };
  }
  if (flag < 120) {
    const rest = flag - 84;
    return {
      dx: signed(0, 1 + (Math.floor(rest / 12) << 8) + data.u8()),
      dy: signed(1, 1 + (((rest % 12) >> 2) << 8) + data.u8()),
    };
  }
  if (flag < 124) {
    const [first, second, third] = [data.u8(), data.u8(), data.u8()];
    return { dx: signed(0, (first << 4) + (second >> 4)), dy: signed(1, ((second & 15) << 8) + third) };
  }
  return { dx: signed(0, data.u16()), dy: signed(1, data.u16()) };
};

const writeComposite = (
  out: BinaryWriter,
  box: number[],
  composites: BinaryReader,
  coordinates: BinaryReader,
  instructions: BinaryReader,
): void => {
  out.u16(-1);
  for (const edge of box) out.u16(edge);
  let hasInstructions = false;
  for (let isMore = true; isMore;) {
    const start = composites.at;
    const flags = composites.u16();
    composites.at += 2 + (flags & 1 ? 4 : 2) + (flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0);
    out.bytes(composites.bytes.subarray(start, composites.at));
    hasInstructions ||= (flags & 0x100) !== 0;
    isMore = (flags & 0x20) !== 0;
  }
  if (!hasInstructions) return;
  const program = instructions.take(coordinates.short());
  out.u16(program.length);
  out.bytes(program);
};

/** Section 5.4: side bearings that equal the left edge of the glyph are left out. */
const rebuildMetrics = (
  table: Uint8Array,
  hhea: Uint8Array,
  maxp: Uint8Array,
  xMins: readonly number[],
): Uint8Array => {
  const reader = new BinaryReader(table);
  const glyphCount = new BinaryReader(maxp, 4).u16();
  const advanceCount = new BinaryReader(hhea, 34).u16();
  const flags = reader.u8();
  const advances = Array.from({ length: advanceCount }, () => reader.u16());
  const bearings = xMins.slice(0, glyphCount);
  for (let id = 0; id < advanceCount; id += 1) if ((flags & 1) === 0) bearings[id] = reader.i16();
  for (let id = advanceCount; id < glyphCount; id += 1) if ((flags & 2) === 0) bearings[id] = reader.i16();
  const out = new BinaryWriter();
  for (let id = 0; id < glyphCount; id += 1) {
    if (id < advanceCount) out.u16(advances[id] ?? 0);
    out.u16(bearings[id] ?? 0);
  }
  return out.done();
};

/** Reading and writing font files: https://learn.microsoft.com/en-us/typography/opentype/spec/otff. */

export const TRUETYPE = 0x00010000;

export class BinaryReader {
  private readonly view: DataView;
  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  u8(): number {
    return this.view.getUint8(this.at++);
  }
  u16(): number {
    this.at += 2;
    return this.view.getUint16(this.at - 2);
  }
  i16(): number {
    this.at += 2;
    return this.view.getInt16(this.at - 2);
  }
  u32(): number {
    this.at += 4;
    return this.view.getUint32(this.at - 4);
  }
  take(length: number): Uint8Array {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
  /** UIntBase128: seven bits to a byte, the highest first. */
  base128(): number {
    let value = 0;
    for (let index = 0; index < 5; index += 1) {
      const byte = this.u8();
      value = value * 128 + (byte & 127);
      if ((byte & 128) === 0) return value;
    }
    throw new Error('The WOFF2 file has a number that does not end');
  }
  /** 255UInt16. */
  short(): number {
    const code = this.u8();
    if (code === 253) return this.u16();
    if (code === 254) return this.u8() + 506;
    if (code === 255) return this.u8() + 253;
    return code;
  }
}

export class BinaryWriter {
  private readonly parts: number[] = [];
  get length(): number {
    return this.parts.length;
  }
  u8(value: number): void {
    this.parts.push(value & 255);
  }
  u16(value: number): void {
    this.parts.push((value >> 8) & 255, value & 255);
  }
  u32(value: number): void {
    this.u16(value >>> 16);
    this.u16(value & 0xffff);
  }
  bytes(value: Uint8Array): void {
    for (const byte of value) this.parts.push(byte);
  }
  pad(): void {
    while (this.parts.length % 4 !== 0) this.parts.push(0);
  }
  done(): Uint8Array {
    return Uint8Array.from(this.parts);
  }
}

/** The tables of a font file by their tags. */
export const tablesOf = (file: Uint8Array): Map<string, Uint8Array> => {
  const reader = new BinaryReader(file, 4);
  const count = reader.u16();
  reader.at = 12;
  return new Map(
    Array.from({ length: count }, () => {
      const tag = String.fromCharCode(...reader.take(4));
      reader.u32();
      const offset = reader.u32();
      return [tag, file.subarray(offset, offset + reader.u32())] as const;
    }),
  );
};

/** A copy of `table` with two bytes changed. */
export const withU16 = (table: Uint8Array, at: number, value: number): Uint8Array => {
  const copy = Uint8Array.from(table);
  new DataView(copy.buffer).setUint16(at, value);
  return copy;
};

/** A font file of these tables. Check sums stay empty, since they are not read here. */
export const fontFile = (tables: ReadonlyMap<string, Uint8Array>): Uint8Array => {
  const sorted = [...tables].sort(([one], [other]) => (one < other ? -1 : 1));
  const out = new BinaryWriter();
  const power = Math.floor(Math.log2(sorted.length));
  out.u32(TRUETYPE);
  for (const value of [sorted.length, 16 * 2 ** power, power, 16 * (sorted.length - 2 ** power)]) out.u16(value);
  let offset = 12 + 16 * sorted.length;
  for (const [tag, bytes] of sorted) {
    out.bytes(Uint8Array.from(tag, (character) => character.charCodeAt(0)));
    out.u32(0);
    out.u32(offset);
    out.u32(bytes.length);
    offset += Math.ceil(bytes.length / 4) * 4;
  }
  for (const [, bytes] of sorted) {
    out.bytes(bytes);
    out.pad();
  }
  return out.done();
};

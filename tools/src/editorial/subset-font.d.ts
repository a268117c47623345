declare module 'subset-font' {
  /** A font cut to the characters of `text`, or to fixed values of its axes. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      readonly targetFormat: 'sfnt';
      readonly keepAllGlyphs?: boolean;
      readonly noHinting?: boolean;
      readonly variationAxes?: Readonly<Record<string, number>>;
    },
  ): Promise<Buffer>;
}

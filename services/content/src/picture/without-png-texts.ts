const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const TEXTS = new Set(['tEXt', 'zTXt', 'iTXt']);
/** Of a chunk, around its data: the length and the type before, the checksum after. */
const [BEFORE, AFTER] = [8, 4];

/**
 * A PNG without its comments, which a decoder unpacks for nothing: some kilobytes of them can occupy it for minutes. Any other file, and a PNG
 * that is cut off, as it is. PNG specification, section 5.3.
 */
export const withoutPngTexts = (file: Buffer): Buffer => {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return file;
  const kept: Buffer[] = [SIGNATURE];
  for (let at = SIGNATURE.length; at < file.length;) {
    if (at + BEFORE > file.length) return file;
    const end = at + BEFORE + file.readUInt32BE(at) + AFTER;
    if (end > file.length) return file;
    if (!TEXTS.has(file.toString('latin1', at + 4, at + BEFORE))) kept.push(file.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
};

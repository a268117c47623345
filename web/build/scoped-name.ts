import { createHash } from 'node:crypto';
import { basename, relative } from 'node:path';

const LENGTH = 5;
const WEB = `${import.meta.dirname}/..`;
const taken = new Map<string, string>();

/**
 * A class's name in the browser: short, because every page carries many of them three times (in its HTML, its style sheet and
 * its script), and the same in both builds. While developing it says where it comes from.
 */
export const scopedName =
  (isBuild: boolean) =>
  (name: string, file: string): string => {
    const path = file.replace(/\?.*$/, '');
    const longName = `${relative(WEB, path)} ${name}`;
    const hash = BigInt(`0x${createHash('sha256').update(longName).digest('hex').slice(0, 14)}`)
      .toString(36)
      .slice(0, LENGTH);
    const short = `_${hash}`;
    const other = taken.get(short) ?? longName;
    if (other !== longName) throw new Error(`${longName} and ${other} have the same short name: make LENGTH larger`);
    taken.set(short, longName);
    return isBuild ? short : `${basename(path, '.module.css')}-${name}${short}`;
  };

import { expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const bytes = (...values: number[]): ArrayBuffer => new Uint8Array(values).buffer;

it.each([
  ['UTF-8', bytes(0x5a, 0x6f, 0xc3, 0xab), 'Zoë'],
  ['UTF-8 with its mark', bytes(0xef, 0xbb, 0xbf, 0x41), 'A'],
  ['Windows-1252', bytes(0x5a, 0x6f, 0xeb), 'Zoë'],
])('reads %s', (_what, file, text) => {
  expect(decodeText(file)).toBe(text);
});

import { describe, expect, it } from 'vitest';
import { BYTE_ORDER_MARK, csvRecords } from './csv.ts';

describe('a record of a CSV file', () => {
  it.each([
    ['plain text', 'Ann Lee', '"Ann Lee"'],
    ['nothing', null, '""'],
    ['an empty text', '', '""'],
    ['a comma', 'Lee, Ann', '"Lee, Ann"'],
    ['a quote', 'the "best"', '"the ""best"""'],
    ['a line break of Unix', 'one\ntwo', '"one\ntwo"'],
    ['a line break of Windows', 'one\r\ntwo', '"one\r\ntwo"'],
    ['blanks at both ends', ' Ann ', '" Ann "'],
    ['letters of several scripts and an emoji', 'Émile 李 🎤', '"Émile 李 🎤"'],
    ['a formula', '=1+1', `"'=1+1"`],
    [
      'a formula that quotes would hide',
      '=HYPERLINK("http://evil.example","x")',
      `"'=HYPERLINK(""http://evil.example"",""x"")"`,
    ],
    ['a plus', '+1 555 0100', `"'+1 555 0100"`],
    ['a minus', '-2+3', `"'-2+3"`],
    ['an at', '@SUM(A1)', `"'@SUM(A1)"`],
    ['a formula in full-width characters', '＝1+1', `"'＝1+1"`],
    ['a full-width plus', '＋1', `"'＋1"`],
    ['a full-width minus', '－1', `"'－1"`],
    ['a full-width at', '＠SUM(A1)', `"'＠SUM(A1)"`],
    ['a tab', '\t=1', `"'\t=1"`],
    ['a carriage return', '\r=1', `"'\r=1"`],
    ['a line feed', '\n=1', `"'\n=1"`],
    ['what begins a formula after a separator of other programs', 'Ann;=1+1', '"Ann;=1+1"'],
    ['what begins none in the middle', 'a=b+c-d@e', '"a=b+c-d@e"'],
    ['a negative amount, which a program is to sum', '-5.00', '"-5.00"'],
    ['a negative amount with more behind it', '-5.00+1', `"'-5.00+1"`],
    ['a negative amount with a line behind it', '-5.00\n=1', `"'-5.00\n=1"`],
  ])('holds %s', (_what, text, cell) => {
    expect(csvRecords([['a', text, 'z']])).toBe(`"a",${cell},"z"\r\n`);
  });

  it('ends each record, also the last', () => {
    expect(
      csvRecords([
        ['a', 'b'],
        ['c', null],
      ]),
    ).toBe('"a","b"\r\n"c",""\r\n');
    expect(csvRecords([])).toBe('');
  });

  it('begins a file with the three bytes of the mark', () => {
    expect([...Buffer.from(BYTE_ORDER_MARK)]).toEqual([0xef, 0xbb, 0xbf]);
  });
});

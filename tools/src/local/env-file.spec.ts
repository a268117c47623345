import { describe, expect, it } from 'vitest';
import { parseEnvFile } from './env-file.ts';

describe('parseEnvFile', () => {
  it('reads names, comments, blanks and export', () => {
    expect(parseEnvFile('# note\n\nPORT=4000\r\nexport HOST = 0.0.0.0  # all\nEMPTY=\n')).toEqual({
      PORT: '4000',
      HOST: '0.0.0.0',
      EMPTY: '',
    });
  });

  it('keeps single quotes as written and reads line ends in double quotes', () => {
    expect(parseEnvFile(`A='x # y\\n'\nB="say\\nbye" # note`)).toEqual({ A: 'x # y\\n', B: 'say\nbye' });
  });

  it('keeps = in a plain value', () => {
    expect(parseEnvFile('URL=postgres://u:p@h/d?x=1')).toEqual({ URL: 'postgres://u:p@h/d?x=1' });
  });

  it.each(['no assignment', '1X=2', 'A="open', "A='open", 'A="x" y', 'A=x#y'])(
    'refuses %s, naming the line',
    (line) => {
      expect(() => parseEnvFile(`OK=1\n${line}`)).toThrow('.env, line 2');
    },
  );
});

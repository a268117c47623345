import { describe, expect, it } from 'vitest';
import { AUDIT_EXCEPTIONS } from './audit-exceptions.ts';
import { judgeAudit } from './judge-audit.ts';

const advisory = (differences: object = {}) => ({
  source: 1,
  name: 'weak',
  dependency: 'weak',
  title: 'Lets anybody in',
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  severity: 'high',
  range: '<2.0.0',
  ...differences,
});
const report = (advisories: readonly object[], { high = 0, critical = 0, moderate = 0 } = {}): string =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      weak: { name: 'weak', severity: 'high', via: advisories },
      above: { name: 'above', severity: 'high', via: ['weak'] },
    },
    metadata: { vulnerabilities: { info: 0, low: 0, moderate, high, critical, total: high + critical + moderate } },
  });
const left = { advisory: 'GHSA-aaaa-bbbb-cccc', because: 'never reached', until: '2026-12-31' };
const judge = (output: string, exceptions = [left].slice(1), today = '2026-11-22') =>
  judgeAudit(output, exceptions, today);

describe('an audit', () => {
  it('is clean where nothing high or critical is known', () => {
    expect(
      judge(JSON.stringify({ vulnerabilities: {}, metadata: { vulnerabilities: { high: 0, critical: 0 } } })),
    ).toEqual({ is: 'clean', left: [] });
    expect(judge(report([advisory({ severity: 'moderate' })], { moderate: 1 }))).toEqual({ is: 'clean', left: [] });
  });

  it.each(['high', 'critical'])('finds a weakness that is %s, once', (severity) => {
    expect(judge(report([advisory({ severity }), advisory({ severity })], { [severity]: 2 }))).toEqual({
      is: 'weak',
      findings: [`weak <2.0.0: ${severity}, Lets anybody in https://github.com/advisories/GHSA-aaaa-bbbb-cccc`],
    });
  });

  it('leaves what is left on purpose until its last day, and says so', () => {
    for (const today of ['2026-11-22', '2026-12-31']) {
      expect(judge(report([advisory()], { high: 2 }), [left], today)).toEqual({
        is: 'clean',
        left: ['weak: GHSA-aaaa-bbbb-cccc, until 2026-12-31'],
      });
    }
    expect(judge(report([advisory()], { high: 2 }), [left], '2027-01-01')).toEqual({
      is: 'weak',
      findings: [expect.stringContaining('(left until 2026-12-31: never reached)')],
    });
  });

  it('finds another weakness of the same package all the same', () => {
    const other = advisory({ url: 'https://github.com/advisories/GHSA-dddd-eeee-ffff' });
    expect(judge(report([advisory(), other], { high: 2 }), [left])).toEqual({
      is: 'weak',
      findings: [expect.stringContaining('GHSA-dddd-eeee-ffff')],
    });
  });

  it.each([
    ['nothing', '', 'npm gave no answer that can be read'],
    ['no JSON', 'npm error network', 'npm gave no answer that can be read'],
    [
      'an error',
      JSON.stringify({ message: '405 Method Not Allowed', error: { summary: '', detail: '' } }),
      '405 Method Not Allowed',
    ],
    [
      'an error with a summary',
      JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'request failed' } }),
      'request failed',
    ],
    ['no counts', JSON.stringify({ vulnerabilities: {} }), 'npm does not say how many weaknesses there are'],
    [
      'counts without names',
      JSON.stringify({ vulnerabilities: {}, metadata: { vulnerabilities: { high: 1, critical: 0 } } }),
      'npm counts weaknesses and names none',
    ],
    ['null', 'null', 'npm gave no answer that can be read'],
  ])('is never clean for want of an answer: %s', (_what, output, because) => {
    expect(judge(output)).toEqual({ is: 'unknown', because });
  });

  it('has exceptions that say which, why and until when', () => {
    for (const { advisory: id, because, until } of AUDIT_EXCEPTIONS) {
      expect([id, because, until]).toEqual([
        expect.stringMatching(/^GHSA(?:-[0-9a-z]{4}){3}$/),
        expect.stringMatching(/.{20}/),
        expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      ]);
    }
  });
});

import { describe, expect, it } from 'vitest';
import type { Served } from './shared-entrance.ts';
import { formatSteps, stepResult } from './upgrade-table.ts';

const served = (status: number, beganAt: number, ms = 10, path = '/api/newsletter'): Served => ({
  beganAt,
  ms,
  method: 'POST',
  path,
  status,
});

describe('a step of an upgrade', () => {
  it('counts the requests that ended within it', () => {
    const all = [served(200, 80, 19), served(200, 80, 20), served(200, 150), served(200, 190, 9), served(200, 190, 10)];
    expect(stepResult('migrations', 100, 200, all)).toMatchObject({
      step: 'migrations',
      ms: 100,
      requests: 3,
      refused: 0,
      failed: 0,
    });
  });

  it('separates requests that may be repeated in a moment from failures', () => {
    const all = [
      served(200, 0),
      served(404, 0),
      served(503, 0),
      served(429, 0),
      served(500, 0),
      served(502, 0),
      served(0, 0),
    ];
    const { requests, refused, failed, failures, refusals } = stepResult('gateway', 0, 100, all);
    expect([requests, refused, failed]).toEqual([7, 2, 3]);
    expect(failures).toEqual([
      'POST /api/newsletter answered 500 (1×)',
      'POST /api/newsletter answered 502 (1×)',
      'POST /api/newsletter was cut off (1×)',
    ]);
    expect(refusals).toEqual(['POST /api/newsletter answered 503 (1×)', 'POST /api/newsletter answered 429 (1×)']);
  });

  it('names a kind of request once, whatever its ids', () => {
    const all = [
      served(500, 0, 10, '/api/admin/email-campaigns/8d04867/send'),
      served(500, 0, 10, '/api/admin/email-campaigns/e4f7525/send'),
    ];
    expect(stepResult('gateway', 0, 100, all).failures).toEqual([
      'POST /api/admin/email-campaigns/…/send answered 500 (2×)',
    ]);
  });

  it('is a line of the table, with its slowest request', () => {
    const steps = [
      stepResult('migrations', 0, 12_345, [served(200, 0, 1_234), served(200, 0, 20)]),
      stepResult('nobody', 0, 1_000, []),
    ];
    expect(formatSteps(steps).split('\n').slice(2)).toEqual([
      '| migrations | 12.3 | 2 | 0 | 0 | 1.23 s, POST /api/newsletter |',
      '| nobody | 1.0 | 0 | 0 | 0 |  |',
    ]);
  });
});

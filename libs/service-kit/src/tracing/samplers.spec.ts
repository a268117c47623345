import { type Context, ROOT_CONTEXT, SpanKind, trace, TraceFlags } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace';
import { describe, expect, it } from 'vitest';
import type { ProcessConfig } from '../config/process-config.ts';
import { samplerOf } from './samplers.ts';

/** A ratio by id would take this one at any ratio. */
const FIRST_OF_ALL = '0'.repeat(31) + '1';

const parent = (isSampled: boolean): Context =>
  trace.setSpanContext(ROOT_CONTEXT, {
    traceId: FIRST_OF_ALL,
    spanId: '1'.repeat(16),
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  });

const choose = (sampler: string, isEdge: boolean, parent: Context, ratio?: number): boolean => {
  const config = { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio } as ProcessConfig;
  const { decision } = samplerOf(config, isEdge).shouldSample(parent, FIRST_OF_ALL, 'work', SpanKind.SERVER, {}, []);
  return decision === SamplingDecision.RECORD_AND_SAMPLED;
};

describe("a stranger's sampling flag", () => {
  it.each([true, false])('is ignored at the edge, when it is %s', (isSampled) => {
    expect(choose('parentbased_always_on', true, parent(isSampled))).toBe(true);
    expect(choose('parentbased_always_off', true, parent(isSampled))).toBe(false);
    expect(choose('parentbased_traceidratio', true, parent(isSampled), 0)).toBe(false);
    expect(choose('parentbased_traceidratio', true, parent(isSampled), 1)).toBe(true);
  });

  it('does not help with a chosen id either', () => {
    const chosen = Array.from({ length: 1_000 }, () =>
      choose('parentbased_traceidratio', true, parent(true), 0.1),
    ).filter(Boolean);
    // Of a thousand with one tenth, the chance of fewer is one in a billion.
    expect(chosen.length).toBeGreaterThan(40);
    expect(chosen.length).toBeLessThan(170);
  });
});

describe('the decision of another process of ours', () => {
  it.each(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'])(
    'holds with %s',
    (sampler) => {
      expect(choose(sampler, false, parent(true), sampler.endsWith('ratio') ? 0 : undefined)).toBe(true);
      expect(choose(sampler, false, parent(false), sampler.endsWith('ratio') ? 1 : undefined)).toBe(false);
    },
  );
});

it('sampling is all or nothing where it is set so', () => {
  for (const isEdge of [true, false]) {
    for (const context of [ROOT_CONTEXT, parent(true), parent(false)]) {
      expect(choose('always_on', isEdge, context)).toBe(true);
      expect(choose('always_off', isEdge, context)).toBe(false);
    }
  }
});

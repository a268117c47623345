import { describe, expect, it } from 'vitest';
import { loadConfig } from './load-config.ts';
import { ProcessConfig } from './process-config.ts';

const configured = (variables: Record<string, string>): ProcessConfig =>
  loadConfig(ProcessConfig, {
    DEPLOYMENT: 'local',
    REDIS_URL: 'redis://localhost:6379',
    REQUEST_KEY: '3c9e51d07fa84b26b1d8e06f97a245c3',
    ...variables,
  });
const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

describe('the variables of tracing', () => {
  it('may all be left out, and then nothing is traced', () => {
    expect(configured({})).toMatchObject({ OTEL_TRACES_SAMPLER: 'parentbased_always_on' });
    expect(configured({}).OTEL_EXPORTER_OTLP_ENDPOINT).toBeUndefined();
    expect(configured({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }).OTEL_EXPORTER_OTLP_ENDPOINT).toBeUndefined();
  });

  it('have the meaning that OpenTelemetry defines', () => {
    const variables = {
      ...ENDPOINT,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_SERVICE_NAME: 'lectern-gateway',
    };
    expect(configured(variables)).toMatchObject({ ...variables, OTEL_TRACES_SAMPLER_ARG: 0.25 });
  });

  it.each([
    [
      'an address without a scheme',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
      /OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as/,
    ],
    [
      'an address with a password',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://me:hidden@collector:4318' },
      /OTEL_EXPORTER_OTLP_ENDPOINT .* without a password/,
    ],
    [
      'a sampler that there is not',
      { ...ENDPOINT, OTEL_TRACES_SAMPLER: 'sometimes' },
      /OTEL_TRACES_SAMPLER must be one of .*parentbased_traceidratio/,
    ],
    [
      'a choice by each process',
      { ...ENDPOINT, OTEL_TRACES_SAMPLER: 'traceidratio' },
      /OTEL_TRACES_SAMPLER must be one of/,
    ],
    [
      'a ratio above one',
      { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '10' },
      /OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/,
    ],
    [
      'a ratio that is no number',
      { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '10%' },
      /OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/,
    ],
    [
      'a ratio that nothing asks for',
      { ...ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '0.1' },
      /OTEL_TRACES_SAMPLER_ARG means something with/,
    ],
    ['a name that is none', { OTEL_SERVICE_NAME: 'my service' }, /OTEL_SERVICE_NAME must be a name/],
  ])('are refused at the start: %s', (_what, variables, problem) => {
    expect(() => configured(variables)).toThrow(problem);
    expect(() => configured(variables)).not.toThrow(/hidden/);
  });
});

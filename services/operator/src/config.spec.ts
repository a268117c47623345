import 'reflect-metadata';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '@lectern/service-kit/config/load-config';
import { OperatorConfig } from './config.ts';

const load = (REDIS_URL: string): OperatorConfig =>
  loadConfig(OperatorConfig, {
    DEPLOYMENT: 'local',
    REDIS_URL,
    REQUEST_KEY: '3c9e51d07fa84b26b1d8e06f97a245c3',
    IDENTITY_REQUEST_KEY: 'd27b60c8f1e9453ab5907cf8136ea2d4',
  });

describe('the configuration of the operator’s commands', () => {
  it('takes a Redis URL as services do', () => {
    expect(load('redis://:secret@localhost:6379').REDIS_URL).toBe('redis://:secret@localhost:6379');
    expect(load('redis://:secret@primary?sentinels=one:26379,two:26379').DEPLOYMENT).toBe('local');
  });

  it('is refused as services refuse it', () => {
    expect(() => load('redis://:secret@primary?sentinel=one:26379')).toThrow(/REDIS_URL/);
    expect(() => load('http://localhost:6379')).toThrow(/REDIS_URL must be an address/);
  });
});

import { describe, expect, it } from 'vitest';
import { withCorrelation } from '../tracing/correlation.ts';
import { createLogger, type Logger } from './logger.ts';

const linesOf = (work: (logger: Logger) => void): string[] => {
  const written: string[] = [];
  work(createLogger('billing', 'info', { write: (line) => void written.push(line) }));
  return written;
};

describe('a log', () => {
  it('has the time in UTC, the process, the level and the correlation id of each entry', () => {
    const [line = ''] = linesOf((logger) =>
      withCorrelation('the-work', () => logger.warn({ customerId: 'c1' }, 'Something')),
    );
    expect(JSON.parse(line)).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      name: 'billing',
      pid: process.pid,
      level: 'warn',
      correlationId: 'the-work',
      customerId: 'c1',
      msg: 'Something',
    });
  });

  it.each([
    'password',
    'confirmPassword',
    'currentPassword',
    'newPassword',
    'passwordHash',
    'token',
    'deviceToken',
    'authorization',
    'cookie',
    'secret',
  ])('never holds a %s, down to the third level', (name) => {
    const lines = linesOf((logger) => {
      logger.info({ [name]: 'planted' }, 'one');
      logger.info({ body: { [name]: 'planted' } }, 'two');
      logger.info({ request: { body: { [name]: 'planted' } } }, 'three');
    });
    expect(lines).toHaveLength(3);
    expect(lines.join('')).not.toContain('planted');
    for (const line of lines) expect(line).toContain('[redacted]');
  });

  it('is one line for each entry, whatever it contains', () => {
    const lines = linesOf((logger) =>
      logger.error(
        { path: 'a\r\n{"level":"info","msg":"forged"}\u2028', err: new Error('first\nsecond') },
        'an entry\nor two',
      ),
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]!.trimEnd()).not.toMatch(/[\r\n]/);
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'error', msg: 'an entry\nor two' });
  });
});

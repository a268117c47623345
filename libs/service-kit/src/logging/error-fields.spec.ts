import { describe, expect, it } from 'vitest';
import { DomainError } from '@lectern/contracts/errors';
import { createLogger } from './logger.ts';

const logged = (error: unknown): { readonly line: string; readonly err: Record<string, unknown> } => {
  const written: string[] = [];
  createLogger('billing', 'info', { write: (line) => void written.push(line) }).error(
    { err: error },
    'Something failed',
  );
  return { line: written[0]!, err: (JSON.parse(written[0]!) as { err: Record<string, unknown> }).err };
};

describe('an error in a log', () => {
  it('has its type, its message, its stack and its cause', () => {
    const { err } = logged(new DomainError('service_unavailable', { cause: new RangeError('too far') }));
    expect(err).toMatchObject({
      type: 'DomainError',
      code: 'service_unavailable',
      stack: expect.stringMatching(/^DomainError: .*\n\s+at .*error-fields\.spec/),
      cause: { type: 'RangeError', message: 'too far' },
    });
  });

  it('of the database keeps the names, and omits parameters and stored values', () => {
    const error = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
      code: '23505',
      severity: 'ERROR',
      constraint: 'users_email_key',
      table: 'users',
      detail: 'Key (email_key)=(planted) already exists.',
      query: `INSERT INTO users VALUES ('planted')`,
      parameters: ['planted'],
      driverError: { detail: 'planted' },
    });
    const { line, err } = logged(error);
    expect(err).toMatchObject({
      code: '23505',
      constraint: 'users_email_key',
      table: 'users',
      message: 'duplicate key value violates unique constraint "users_email_key"',
    });
    expect(line).not.toContain('planted');
  });

  it.each(['22P02', '22007', 'P0001'])('of the database quotes no value that it refused (%s)', (code) => {
    const { line, err } = logged(
      Object.assign(new Error('invalid input syntax for type uuid: "planted"'), {
        code,
        severity: 'ERROR',
        routine: 'string_to_uuid',
      }),
    );
    expect(line).not.toContain('planted');
    expect(err).toMatchObject({ code, routine: 'string_to_uuid' });
  });

  it('names no address, and no headers or body of another server', () => {
    const raw = { email: 'planted@example.com', body: 'planted' };
    const inner = Object.assign(new Error('Invalid email address: planted+1@example.co.uk'), {
      statusCode: 400,
      param: 'customer_email',
      requestId: 'req_1',
      raw,
      headers: { authorization: 'planted' },
    });
    const { line, err } = logged(new AggregateError([inner], 'for <planted@example.com>'));
    expect(line).not.toContain('planted');
    expect(err).toMatchObject({
      message: 'for <[email]>',
      errors: [
        { message: 'Invalid email address: [email]', statusCode: 400, param: 'customer_email', requestId: 'req_1' },
      ],
    });
  });

  it('that is its own cause ends', () => {
    const error = new Error('around');
    error.cause = error;
    expect(logged(error).err).toMatchObject({ cause: { cause: { message: 'around' } } });
  });

  it('that is not an Error is described by its type', () => {
    expect(logged('planted')).toMatchObject({ err: { type: 'string' } });
  });
});

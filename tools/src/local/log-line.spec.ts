import { describe, expect, it } from 'vitest';
import { readLogLine } from './log-line.ts';

describe('readLogLine', () => {
  it('finds the message and the cause of an error', () => {
    const line = JSON.stringify({ level: 50, msg: 'relay failed', err: { message: 'connection lost' } });
    expect(readLogLine(line)).toEqual({ level: 'error', text: 'relay failed: connection lost', details: '' });
  });

  it('gives the values of an entry, but not what every entry has', () => {
    const line = `{"level":"info","name":"gateway","pid":7,"correlationId":"c","method":"GET","status":200,"msg":"Answered"}`;
    expect(readLogLine(line).details).toBe('method=GET status=200');
  });

  it('knows warnings and the quiet ones', () => {
    expect(readLogLine('{"level":40,"msg":"slow"}').level).toBe('warning');
    expect(readLogLine('{"level":"fatal","msg":"no"}').level).toBe('fatal');
    expect(readLogLine('{"level":"info","msg":"ready"}').level).toBe('quiet');
    expect(readLogLine('{"level":30,"msg":"ready"}')).toEqual({ level: 'quiet', text: 'ready', details: '' });
  });

  it('takes plain lines as they are, and PostgreSQL at its word', () => {
    expect(readLogLine('(node:1) Warning: x').level).toBe('quiet');
    expect(readLogLine('{ not json')).toEqual({ level: 'quiet', text: '{ not json', details: '' });
    expect(readLogLine('2026 [1] @ FATAL:  no space').level).toBe('error');
    expect(readLogLine('2026 [1] me@lectern FATAL:  no such role').level).toBe('quiet');
  });
});

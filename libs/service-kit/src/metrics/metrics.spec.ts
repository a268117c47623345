import { describe, expect, it } from 'vitest';
import { Metrics } from './metrics.ts';

describe('metrics of the database', () => {
  it('are read for every request', async () => {
    const metrics = new Metrics('messaging');
    let seconds = 5;
    metrics.reportStored('lectern_emails_oldest_due_seconds', async () => seconds);
    expect(await metrics.registry.metrics()).toContain('lectern_emails_oldest_due_seconds{process="messaging"} 5');
    seconds = 6;
    expect(await metrics.registry.metrics()).toContain('lectern_emails_oldest_due_seconds{process="messaging"} 6');
  });

  it('that cannot be read do not affect the others', async () => {
    const metrics = new Metrics('messaging');
    metrics.reportStored('lectern_emails_oldest_due_seconds', () => Promise.reject(new Error('away')));
    const published = await metrics.registry.metrics();
    expect(published).toMatch(/^lectern_emails_oldest_due_seconds\{process="messaging"\} Na[nN]$/im);
    expect(published).toContain('lectern_outbox_waiting{process="messaging"} 0');
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { syncOneMissing } from '@lectern/contracts/billing/admin-http';
import { dashboardCounts, exportCsv } from '@lectern/contracts/system/http';
import { adminSession } from './admin-session.ts';
import { messageOr } from './api-error.ts';
import { callAdmin, callAdminForFile } from './call-admin.ts';
import { parseAdmin } from './parse-admin.ts';

const realFetch = globalThis.fetch;
const admin = {
  id: '11111111-1111-4111-8111-111111111111',
  email: 'admin@example.org',
  name: 'Robin',
  role: 'owner' as const,
};

const answerWith = (body: string, status: number) => {
  globalThis.fetch = vi.fn<typeof fetch>(async () => new Response(body, { status }));
};

// Other specs of the worker may have left a session.
beforeEach(() => adminSession.end('logged-out'));
afterEach(() => {
  globalThis.fetch = realFetch;
  adminSession.end('logged-out');
});

describe('callAdmin', () => {
  it('refuses without a token', async () => {
    await expect(callAdmin(dashboardCounts, {})).rejects.toThrow('No admin token found');
  });

  it('ends the session at a 401 and says so', async () => {
    adminSession.start('token', admin);
    answerWith('{"code":"token_invalid","message":"gone","correlationId":"c"}', 401);
    await expect(callAdmin(dashboardCounts, {})).rejects.toThrow('Session expired');
    expect(adminSession.token()).toBeNull();
    expect(adminSession.storedAdmin()).toBeNull();
    expect(adminSession.endedBy()).toBe('expired');
  });

  it('says "Request failed" where the server says nothing, unless the failure has words of its own', async () => {
    adminSession.start('token', admin);
    answerWith('oops', 500);
    const failure: unknown = await callAdmin(dashboardCounts, {}).catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: 'Request failed' });
    expect(messageOr(failure, 'Failed to export data.')).toBe('Failed to export data.');
    expect(adminSession.token()).toBe('token');
  });

  it('names a lost connection, and that what was typed is still there', async () => {
    adminSession.start('token', admin);
    globalThis.fetch = vi.fn<typeof fetch>(async () => Promise.reject(new TypeError('offline')));
    const read: unknown = await callAdmin(dashboardCounts, {}).catch((error: unknown) => error);
    expect(messageOr(read, 'Failed')).toBe('No connection. Please try again.');
    const write: unknown = await callAdmin(syncOneMissing, {
      body: { email: 'ada@example.com', stripeSubscriptionId: 'sub_1', stripeCustomerId: 'cus_1' },
    }).catch((error: unknown) => error);
    expect(messageOr(write, 'Failed')).toBe('No connection. Everything you typed is still here; try again.');
  });

  it('passes the server’s sentence on', async () => {
    adminSession.start('token', admin);
    answerWith('{"code":"service_unavailable","message":"Please try again in a moment.","correlationId":"c"}', 503);
    await expect(callAdmin(dashboardCounts, {})).rejects.toThrow('Please try again in a moment.');
  });

  it('leaves a newer session alone when an older call comes back refused', async () => {
    adminSession.start('old', admin);
    globalThis.fetch = vi.fn<typeof fetch>(async () => {
      adminSession.start('new', admin);
      return new Response('{}', { status: 401 });
    });
    await expect(callAdmin(dashboardCounts, {})).rejects.toThrow('Session expired');
    expect(adminSession.token()).toBe('new');
  });
});

describe('callAdminForFile', () => {
  it('refuses without a token, and ends the session at a 401', async () => {
    const params = { kind: 'newsletter' };
    await expect(callAdminForFile(exportCsv, { params })).rejects.toThrow('No admin token found');
    adminSession.start('token', admin);
    answerWith('{"code":"token_invalid","message":"gone","correlationId":"c"}', 401);
    await expect(callAdminForFile(exportCsv, { params })).rejects.toThrow('Session expired');
    expect(adminSession.token()).toBeNull();
  });
});

describe('parseAdmin', () => {
  it('reads what was stored and refuses what it cannot read', () => {
    expect(parseAdmin(JSON.stringify(admin))).toEqual(admin);
    expect(parseAdmin(null)).toBeNull();
    expect(parseAdmin('{broken')).toBeNull();
    expect(parseAdmin('{"name":"only"}')).toBeNull();
  });
});

import type { StaffRole } from '@lectern/contracts/identity/staff-role';
import { newEmail } from './accounts.ts';
import { tokenTo } from './mailbox.ts';
import { adminTokenOf, callApi } from './person.ts';
import type { RunningSystem } from './start-system.ts';

export interface Staff {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/** Invites an administrator with this role, who chooses a password with the emailed link and signs in. */
export const newStaff = async (
  system: Pick<RunningSystem, 'siteUrl' | 'sandboxUrl' | 'run'>,
  role: StaffRole,
): Promise<Staff> => {
  const api = async (path: string, body: object, token?: string): Promise<{ id: string; token: string }> => {
    const answer = await callApi<{ id: string; token: string }>(system, 'POST', path, {
      body,
      ...(token === undefined ? {} : { token }),
    });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const [email, password] = [newEmail(), 'seventeen quiet llamas'];
  const { admin } = await system.run();
  const { id } = await api(
    '/api/admin/administrators',
    { email, name: `The ${role}`, role, currentPassword: admin.password },
    await adminTokenOf(system),
  );
  const link = await tokenTo(system, email, '/admin/choose-password');
  await api('/api/admin/choose-password', { token: link, password, confirmPassword: password });
  const { token } = await api('/api/admin/login', { email, password });
  return { id, email, password, token };
};

import { spawnSync } from 'node:child_process';
import { chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SetupError } from '../setup-error.ts';

/** The user that PostgreSQL runs as, and how a command is started as that user. */
export interface PostgresAccount {
  ids: { uid: number; gid: number } | undefined;
  launch(command: string, args: string[]): LaunchCommand;
}

interface LaunchCommand {
  command: string;
  args: string[];
  uid?: number;
  gid?: number;
}

/**
 * Makes `folder` and chooses the account for it. An ordinary user runs PostgreSQL as himself. PostgreSQL refuses root,
 * so root lends it another account, without changing the system: the folder's owner when there is data already, else
 * who called sudo, else `postgres`, else `nobody`.
 *
 * That account must reach the programs and the data. Below a closed home (`/root`, mode 0700) it may not; then the
 * server is given the one capability to pass closed folders (`setpriv`, in every Linux), and if that fails too, the
 * error says what to do.
 */
export const choosePostgresAccount = async (folder: string, program: string): Promise<PostgresAccount> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0) {
    return { ids: undefined, launch: (command, args) => ({ command, args }) };
  }
  const ids = await lendableIds(folder);
  await chown(folder, ids.uid, ids.gid);
  const plain: PostgresAccount = { ids, launch: (command, args) => ({ command, args, ...ids }) };
  if (canReach(plain, program, folder)) return plain;
  const capable: PostgresAccount = {
    ids,
    launch: (command, args) => passingClosedFolders(ids, command, args),
  };
  if (canReach(capable, program, folder)) return capable;
  throw new SetupError(
    `PostgreSQL cannot run as root, and user ${ids.uid} may not enter ${folder}: start as an ordinary user, or set DATA_DIR and the project to folders that others may enter, or set DATABASE_URL.`,
  );
};

const lendableIds = async (folder: string): Promise<{ uid: number; gid: number }> => {
  const owner = await stat(join(folder, 'data')).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const caller = Number(process.env['SUDO_UID'] ?? 0);
  if (caller > 0) return { uid: caller, gid: Number(process.env['SUDO_GID'] ?? caller) };
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = [idOf('-u', name), idOf('-g', name)];
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new SetupError(
    'PostgreSQL cannot run as root, and this system has no user "postgres" or "nobody": start as an ordinary user, or set DATABASE_URL.',
  );
};

const idOf = (flag: '-u' | '-g', name: string): number | undefined => {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  const id = Number(stdout);
  return status === 0 && id > 0 ? id : undefined;
};

const passingClosedFolders = (ids: { uid: number; gid: number }, command: string, args: string[]): LaunchCommand => {
  const capability = '+dac_override';
  return {
    command: 'setpriv',
    args: [
      `--reuid=${ids.uid}`,
      `--regid=${ids.gid}`,
      '--clear-groups',
      `--inh-caps=${capability}`,
      `--ambient-caps=${capability}`,
      // access(2), by which PostgreSQL finds its programs, would leave the capability aside.
      '--securebits=+no_setuid_fixup',
      '--',
      command,
      ...args,
    ],
  };
};

const canReach = (account: PostgresAccount, program: string, folder: string): boolean => {
  const { command, args, ...ids } = account.launch('/bin/sh', ['-c', 'test -x "$0" && cd "$1"', program, folder]);
  return spawnSync(command, args, { ...ids, cwd: '/', stdio: 'ignore' }).status === 0;
};

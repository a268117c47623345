import type { BackingServers } from './running-servers.ts';

declare global {
  var lecternTestServers: Set<BackingServers> | undefined;
}

/** Jest loads the global set-up and the global teardown each with modules of their own; only globals are common. */
export const runningServers: Set<BackingServers> = (globalThis.lecternTestServers ??= new Set());

import { randomBytes } from 'node:crypto';
import { issueLink } from '@lectern/contracts/identity/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Metrics } from '@lectern/service-kit/metrics/metrics';
import { createLogger } from '@lectern/service-kit/logging/logger';
import { TEST_IDENTITY_SEAL } from '@lectern/service-kit/testing/test-caller';
import { RedisRpcServer } from '@lectern/service-kit/rpc/redis-rpc-server';

export interface LinkIssuer {
  /** Its requests and answers, oldest first. */
  readonly issued: { readonly asked: RpcInput<typeof issueLink>; readonly token: string | null }[];
  /** Makes it refuse all links from now on, or issue them again. */
  refuse(refused: boolean): void;
  close(): Promise<void>;
}

/** Emulates `identity.issue-link.v1` on the real transport: messaging must not depend on identity itself. */
export const startLinkIssuer = async (redisUrl: string): Promise<LinkIssuer> => {
  const issued: LinkIssuer['issued'] = [];
  let isRefused = false;
  const server = new RedisRpcServer({
    service: 'identity',
    redisUrl,
    processName: 'identity',
    seal: TEST_IDENTITY_SEAL,
    logger: createLogger('test', 'silent'),
    metrics: new Metrics('identity'),
    contracts: [issueLink],
  });
  server.addHandler(issueLink.name, async (asked: RpcInput<typeof issueLink>): Promise<RpcOutput<typeof issueLink>> => {
    const token = isRefused ? null : randomBytes(32).toString('base64url');
    issued.push({ asked, token });
    return { token };
  });
  await new Promise<void>((resolve, reject) =>
    server.listen((error) =>
      error === undefined ? resolve() : reject(error instanceof Error ? error : new Error('It did not start')),
    ),
  );
  return {
    issued,
    refuse: (refused) => {
      isRefused = refused;
    },
    close: () => server.close(),
  };
};

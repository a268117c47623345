import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Audience, RouteContract } from '@lectern/contracts/route';

/** A route as the server registered it, with the audience that its contract names. */
export interface ServedRoute {
  readonly method: string;
  readonly path: string;
  /** Null where no contract names one. */
  readonly audience: Audience | null;
}

const AUDIENCES: ReadonlySet<unknown> = new Set<Audience>(['public', 'member', 'admin', 'webhook']);

type Declared = Pick<RouteContract, 'method' | 'path'> & { readonly audience?: unknown };

/** The routes of one server, recorded as they are registered: a complete list. */
export class ServedRoutes {
  private table: Pick<ServedRoute, 'method' | 'path'>[] = [];

  constructor(server: FastifyInstance) {
    server.addHook('onRoute', ({ method, url }: RouteOptions) => {
      for (const one of [method].flat()) this.table.push({ method: one, path: url });
    });
  }

  /** Leaves out the routes registered so far: they serve the pages and files of the web application and have no contract. */
  leaveOut(): void {
    const stray = this.table.filter(({ path }) => path === '/api' || path.startsWith('/api/'));
    if (stray.length > 0)
      throw new Error(
        `Beside the contracts something is served below /api: ${stray.map(({ path }) => path).join(', ')}`,
      );
    this.table = [];
  }

  /**
   * The routes, each once; a GET includes its HEAD. Throws where routes and contracts do not match: a route without a contract, a
   * contract without a route, or an unknown audience.
   */
  by(contracts: readonly Declared[]): readonly ServedRoute[] {
    const wrong = mismatches(contracts, this.table);
    if (wrong.length > 0)
      throw new Error(`Routes and their contracts do not match:\n${wrong.map((line) => `  - ${line}`).join('\n')}`);
    return contracts.map(({ method, path, audience }) => ({ method, path, audience: audience as Audience }));
  }
}

const nameOf = ({ method, path }: { readonly method: string; readonly path: string }): string => `${method} ${path}`;

/** The differences between contracts and served routes, in both directions. Empty when they match. */
const mismatches = (
  contracts: readonly Declared[],
  served: readonly { readonly method: string; readonly path: string }[],
): string[] => {
  const declared = contracts.map(nameOf);
  const names = served
    .filter(
      ({ method, path }) => method !== 'HEAD' || !served.some((other) => other.method === 'GET' && other.path === path),
    )
    .map(nameOf);
  return [
    ...names.filter((name) => !declared.includes(name)).map((name) => `${name} is served without a contract`),
    ...declared.filter((name) => !names.includes(name)).map((name) => `${name} has a contract and is not served`),
    ...declared.filter((name, index) => declared.indexOf(name) !== index).map((name) => `${name} has two contracts`),
    ...contracts
      .filter(({ audience }) => !AUDIENCES.has(audience))
      .map((contract) => `${nameOf(contract)} does not say who may call it`),
  ];
};

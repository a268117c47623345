import type { Manifest } from './kustomize.ts';

/** The limits for one IP address. */
export interface VisitorLimits {
  readonly requestsPerSecond: number;
  readonly burst: number;
  readonly connections: number;
}

interface Ingress extends Manifest {
  readonly metadata: Manifest['metadata'] & { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: {
    readonly rules: readonly {
      readonly http: { readonly paths: readonly { readonly path: string; readonly pathType: string }[] };
    }[];
  };
}

const PREFIX = 'nginx.ingress.kubernetes.io/';
const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 * 1024 };

const bytesOf = (size = ''): number | undefined => {
  const [, count, unit] = /^(\d+)([km]?)$/.exec(size) ?? [];
  return count === undefined ? undefined : Number(count) * UNITS[unit ?? '']!;
};

const ingressesOf = (manifests: readonly Manifest[]): Ingress[] =>
  manifests.filter(({ kind }) => kind === 'Ingress') as Ingress[];

/** The prefixes by which requests come to an ingress. */
export const ingressPaths = (manifests: readonly Manifest[]): string[] =>
  ingressesOf(manifests).flatMap(({ spec }) => spec.rules.flatMap(({ http }) => http.paths.map(({ path }) => path)));

/**
 * Which ingress takes longer or shorter bodies than the longest of a route that comes by it, or has other limits for one IP address than its
 * path (`limitsOf`), by the names that the controller of ingress-nginx has for limits. `bodies`: the longest by prefix, in bytes.
 */
export const ingressFindings = (
  manifests: readonly Manifest[],
  limitsOf: (path: string) => VisitorLimits,
  bodies: ReadonlyMap<string, number>,
): string[] =>
  ingressesOf(manifests).flatMap(({ metadata: { name, annotations = {} }, spec }) => {
    const said = (limit: string): string | undefined => annotations[`${PREFIX}${limit}`];
    const largest = Math.max(...spec.rules.flatMap(({ http }) => http.paths.map(({ path }) => bodies.get(path) ?? 0)));
    const limits = limitsOf(spec.rules[0]!.http.paths[0]!.path);
    const rules: Readonly<Record<string, boolean>> = {
      [`takes bodies of ${said('proxy-body-size') ?? 'any length'}, not of ${largest / 1024}k`]:
        bytesOf(said('proxy-body-size')) !== largest,
      'has another limit of requests': said('limit-rps') !== String(limits.requestsPerSecond),
      'has another limit of a burst':
        said('limit-burst-multiplier') !== String(limits.burst / limits.requestsPerSecond),
      'has another limit of connections': said('limit-connections') !== String(limits.connections),
      'has a path that is no prefix': spec.rules.some(({ http }) =>
        http.paths.some(({ pathType }) => pathType !== 'Prefix'),
      ),
    };
    return Object.entries(rules).flatMap(([finding, isBroken]) => (isBroken ? [`Ingress ${name} ${finding}`] : []));
  });

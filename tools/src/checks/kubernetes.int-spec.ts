import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { deploymentFindings, secretsOf, workloadsOf } from '../kubernetes/deployment-findings.ts';
import { ingressFindings, ingressPaths, type VisitorLimits } from '../kubernetes/ingress-findings.ts';
import { buildKustomization, type Manifest } from '../kubernetes/kustomize.ts';
import { schemaFindings } from '../kubernetes/schema-findings.ts';
import { largestBodies } from './route-limits.ts';

const ROOT = join(import.meta.dirname, '../../..');
const OVERLAYS = ['small', 'large'];
const SERVERS = ['postgres', 'redis', 'site'];
/** The class of each process's configuration, and its file. */
const CONFIG: Record<string, [folder: string, name: string]> = {
  identity: ['identity', 'IdentityConfig'],
  billing: ['billing', 'BillingConfig'],
  registrations: ['registrations', 'RegistrationsConfig'],
  messaging: ['messaging', 'MessagingConfig'],
  'messaging-worker': ['messaging', 'MessagingWorkerConfig'],
  content: ['content', 'ContentConfig'],
  gateway: ['gateway', 'GatewayConfig'],
};

interface ComposeFile {
  readonly services: Record<
    string,
    { command?: string[]; environment?: Record<string, string>; networks?: string[]; profiles?: string[] }
  >;
}

let built: Record<string, Manifest[]>;
let compose: ComposeFile;
/** For each process, its secret variables. */
let secrets: Record<string, string[]>;

beforeAll(async () => {
  compose = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }) as ComposeFile;
  built = Object.fromEntries(
    await Promise.all(
      OVERLAYS.map(
        async (name) =>
          [
            name,
            await buildKustomization(join(ROOT, 'deploy/kubernetes/overlays', name), (text) => console.log(text)),
          ] as const,
      ),
    ),
  );
  // By their paths: no project of tools imports a service.
  const read = async (file: string): Promise<Record<string, unknown>> =>
    (await import(pathToFileURL(join(ROOT, file)).href)) as Record<string, unknown>;
  const secretsOf = (await read('libs/service-kit/src/config/secret.ts'))['secretsOf'] as (
    config: unknown,
  ) => ReadonlyMap<string, unknown>;
  secrets = {};
  // One after the other: they share modules, which Jest links once.
  for (const [process, [folder, name]] of Object.entries(CONFIG)) {
    secrets[process] = [...secretsOf((await read(`services/${folder}/src/config.ts`))[name]).keys()];
  }
});

/** The large overlay with one object changed. */
const planted = (kind: string, name: string, change: (manifest: never) => void): Manifest[] => {
  const manifests = structuredClone(built['large'] ?? []);
  const manifest = manifests.find((it) => it.kind === kind && it.metadata.name === name);
  if (manifest === undefined) throw new Error(`There is no ${kind} ${name}`);
  change(manifest as never);
  return manifests;
};
type Pod = { spec: { template: { spec: { containers: Record<string, unknown>[]; [field: string]: unknown } } } };
const container = ({ spec }: Pod): Record<string, unknown> => spec.template.spec.containers[0]!;

interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: 'NotIn'; values: string[] }[];
}
interface Policy {
  podSelector?: Selector;
  endpointSelector?: Selector;
  egress?: unknown[];
}
const isSelected = ({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Record<string, string>): boolean =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(({ key, values }) => !values.includes(labels[key] ?? ''));

/** Processes with other variables, commands or network access than in the composed system, in sentences. */
const differences = (manifests: readonly Manifest[]): string[] => {
  const workloads = workloadsOf(manifests);
  // Services that only run on request have a profile there.
  const processes = Object.entries(compose.services).filter(
    ([name, { profiles }]) => !SERVERS.includes(name) && profiles === undefined,
  );
  return [
    ...workloads
      .filter(({ metadata: { name } }) => !processes.some(([process]) => process === name))
      .map(({ metadata: { name } }) => `${name} is no process of the composed system`),
    ...processes.flatMap(([process, { environment = {}, command, networks }]) => {
      const workload = workloads.find(({ metadata }) => metadata.name === process);
      if (workload === undefined) return [`${process} is not deployed`];
      const published = secretsOf(workload);
      const secret = (name: string): boolean =>
        (secrets[process] ?? []).includes(name) || /_DATABASE_URL$|^DATABASE_ADMIN_URL$|_PRIVATE_KEY$/.test(name);
      const isOptional = (name: string): boolean =>
        !environment[name]?.includes(':?') && environment[name]?.includes('${') === true;
      const pod = workload.spec.template;
      return [
        ...Object.keys(environment)
          .filter((name) => !published.some((it) => it.name === name))
          .map((name) => `${process} is not given ${name}`),
        ...published
          .filter(({ name }) => environment[name] === undefined)
          .map(({ name }) => `${process} is given ${name}, which it does not know`),
        ...published
          .filter(({ name, from }) => (from === 'secret') !== secret(name))
          .map(({ name, from }) => `${process} has ${name} from ${from}`),
        ...published
          .filter(({ name, isOptional: may, from }) => from !== 'literal' && may !== isOptional(name))
          .map(({ name }) => `${process} ${isOptional(name) ? 'needs' : 'may do without'} ${name}`),
        ...(JSON.stringify((pod.spec.containers[0] as { args?: string[] }).args) === JSON.stringify(command)
          ? []
          : [`${process} runs something else`]),
        ...((pod.metadata.labels['lectern/reaches-providers'] === 'true') === (networks?.includes('outside') === true)
          ? []
          : [`${process} reaches others than it does there`]),
      ];
    }),
  ];
};

/** A number of nginx's configuration. */
const limitOfNginx = (file: string, pattern: RegExp): number =>
  Number(pattern.exec(readFileSync(join(ROOT, 'deploy/nginx', file), 'utf8'))?.[1]);
/** The limits of nginx for one IP address; nginx-limits.int-spec.ts checks them for each route. */
const nginxLimits = (burst: number, connections: number): VisitorLimits => ({
  requestsPerSecond: limitOfNginx('nginx.conf', /limit_req_zone .* rate=(\d+)r\/s;/),
  burst,
  connections,
});
const VISITORS = nginxLimits(
  limitOfNginx('lectern/visitor-limits.conf', /limit_req .* burst=(\d+) /),
  limitOfNginx('lectern/visitor-limits.conf', /limit_conn connections (\d+);/),
);
const PROVIDERS = nginxLimits(
  limitOfNginx('lectern/site.conf', /limit_req .* burst=(\d+) /),
  limitOfNginx('lectern/site.conf', /limit_conn connections (\d+);/),
);
const limitFindings = (manifests: readonly Manifest[]): string[] =>
  ingressFindings(
    manifests,
    (path) => (path === '/api/webhooks' ? PROVIDERS : VISITORS),
    largestBodies(ingressPaths(manifests)),
  );

describe.each(OVERLAYS)('the overlay %s', (overlay) => {
  it('is right by the schemas of every kind in it', async () => {
    expect(built[overlay]!.length).toBeGreaterThan(20);
    expect(await schemaFindings(built[overlay]!)).toEqual([]);
  });

  it('has every process probed, confined, bounded, spread and kept', () => {
    expect(deploymentFindings(built[overlay]!)).toEqual([]);
  });

  it('gives each process the variables of the composed system, its secrets from secrets, and the same command', () => {
    expect(differences(built[overlay]!)).toEqual([]);
  });

  it('lets the gateway reach neither Postgres nor anybody outside, and only who has a provider reach others outside', () => {
    const policies = built[overlay]!.filter(({ kind }) => kind.endsWith('NetworkPolicy'));
    const reached = (labels: Record<string, string>): string[] =>
      policies.flatMap(({ metadata: { name }, ...it }) =>
        isSelected((it['spec'] as Policy).podSelector ?? (it['spec'] as Policy).endpointSelector!, labels) &&
        (it['spec'] as Policy).egress !== undefined
          ? [name]
          : [],
      );
    const byProcess = Object.fromEntries(
      workloadsOf(built[overlay]!).map(({ metadata, spec }) => [
        metadata.name,
        reached(spec.template.metadata.labels).sort(),
      ]),
    );
    const provider = (process: string): string => (overlay === 'large' ? `providers-of-${process}` : 'providers');
    const inner = ['names', 'postgres', 'redis', 'traces'];
    expect(byProcess).toEqual({
      gateway: ['names', 'redis', 'traces'],
      identity: inner,
      registrations: inner,
      messaging: inner,
      billing: [...inner, provider('billing')].sort(),
      content: [...inner, provider('content')].sort(),
      'messaging-worker': [...inner, provider('messaging-worker')].sort(),
      migrate: ['names', 'postgres'],
    });
  });

  it('takes of every route bodies as long as the gateway does, and of one visitor as much as nginx does', () => {
    expect(ingressPaths(built[overlay]!)).toEqual(
      expect.arrayContaining(['/', '/api/admin', '/api/admin/imports', '/api/webhooks']),
    );
    expect(limitFindings(built[overlay]!)).toEqual([]);
  });

  it('holds no secret, and no server of Postgres or Redis', () => {
    expect(built[overlay]!.filter(({ kind }) => kind === 'Secret' || kind === 'StatefulSet')).toEqual([]);
  });
});

describe('the alerts', () => {
  it('are what the Prometheus operator reads, all of them', async () => {
    const rule = parse(
      execFileSync(join(ROOT, 'deploy/kubernetes/prometheus-rule.sh'), { encoding: 'utf8' }),
    ) as Manifest & { spec: { groups: { rules: Record<string, unknown>[] }[] } };
    expect(rule.spec).toEqual(parse(readFileSync(join(ROOT, 'deploy/monitoring/alerts.yml'), 'utf8')));
    expect(await schemaFindings([rule])).toEqual([]);
    rule.spec.groups[0]!.rules[0]!['severity'] = 'page';
    expect((await schemaFindings([rule])).join('\n')).toMatch(/^PrometheusRule lectern: .*severity/);
  });
});

describe('the check of the manifests finds', () => {
  const ANNOTATION = 'nginx.ingress.kubernetes.io/';
  it.each<[string, string, string, (manifest: never) => void, RegExp]>([
    [
      'a misspelled field',
      'Deployment',
      'billing',
      (it: Pod) => (container(it)['livenesProbe'] = {}),
      /^Deployment billing: .*livenesProbe/,
    ],
    [
      'a missing field',
      'Ingress',
      'site',
      (it: { spec: { rules: { http: { paths: Record<string, unknown>[] } }[] } }) =>
        delete it.spec.rules[0]!.http.paths[0]!['pathType'],
      /^Ingress site: .*pathType/,
    ],
    [
      'another type',
      'PodDisruptionBudget',
      'gateway',
      (it: { spec: Record<string, unknown> }) => (it.spec['maxUnavailable'] = {}),
      /^PodDisruptionBudget gateway: /,
    ],
    [
      'an unknown field of another project',
      'ScaledObject',
      'messaging-worker',
      (it: { spec: Record<string, unknown> }) => (it.spec['maxReplicas'] = 3),
      /^ScaledObject messaging-worker: .*maxReplicas/,
    ],
    [
      'a kind that there is not',
      'PodMonitor',
      'lectern',
      (it: { kind: string }) => (it.kind = 'PodWatcher'),
      /PodWatcher/,
    ],
  ])('%s, by the schemas', async (_what, kind, name, change, finding) => {
    expect((await schemaFindings(planted(kind, name, change))).join('\n')).toMatch(finding);
  });

  it.each<[string, string, string, (manifest: never) => void]>([
    [
      'has no probe of whether it is ready',
      'Deployment',
      'content',
      (it: Pod) => delete container(it)['readinessProbe'],
    ],
    [
      'has no probe of whether it lives',
      'Deployment',
      'content',
      (it: Pod) => (container(it)['livenessProbe'] = { httpGet: { path: '/readyz', port: 'ops' } }),
    ],
    ['may write to its image', 'Job', 'migrate', (it: Pod) => delete container(it)['securityContext']],
    [
      'has no bound of memory',
      'Deployment',
      'identity',
      (it: Pod) => (container(it)['resources'] = { requests: { cpu: '1', memory: '1Gi' } }),
    ],
    [
      'is killed before it has finished',
      'Deployment',
      'gateway',
      (it: Pod) => (it.spec.template.spec['terminationGracePeriodSeconds'] = 15),
    ],
    [
      'is served before it stops taking requests',
      'Deployment',
      'gateway',
      (it: Pod) => delete container(it)['lifecycle'],
    ],
    [
      'may lose all its replicas together',
      'PodDisruptionBudget',
      'billing',
      (it: { kind: string }) => (it.kind = 'ConfigMap'),
    ],
    [
      'scales worker, which there is not',
      'ScaledObject',
      'messaging-worker',
      (it: { spec: { scaleTargetRef: { name: string } } }) => (it.spec.scaleTargetRef.name = 'worker'),
    ],
    [
      'selects nothing',
      'NetworkPolicy',
      'visitors',
      (it: { spec: { podSelector: object } }) =>
        (it.spec.podSelector = { matchLabels: { 'app.kubernetes.io/name': 'site' } }),
    ],
    [
      'leads to anybody',
      'NetworkPolicy',
      'postgres',
      (it: { spec: { egress: Record<string, unknown>[] } }) => delete it.spec.egress[0]!['to'],
    ],
    [
      'is not given PUBLIC_URL: the settings have none',
      'ConfigMap',
      '',
      (it: { data: Record<string, string> }) => delete it.data['PUBLIC_URL'],
    ],
  ])('%s', (finding, kind, name, change) => {
    const settings = built['large']!.find((it) => it.kind === 'ConfigMap')!.metadata.name;
    expect(deploymentFindings(planted(kind, name || settings, change)).join('\n')).toContain(finding);
  });

  it.each<[string, string, (annotations: Record<string, string>) => void]>([
    ['takes bodies of any length, not of 2048k', 'site-webhooks', (it) => delete it[`${ANNOTATION}proxy-body-size`]],
    ['takes bodies of 8m, not of 100k', 'site', (it) => (it[`${ANNOTATION}proxy-body-size`] = '8m')],
    ['takes bodies of 2m, not of 20480k', 'site-imports', (it) => (it[`${ANNOTATION}proxy-body-size`] = '2m')],
    ['has another limit of requests', 'site', (it) => delete it[`${ANNOTATION}limit-rps`]],
    ['has another limit of a burst', 'site-imports', (it) => delete it[`${ANNOTATION}limit-burst-multiplier`]],
    ['has another limit of a burst', 'site-webhooks', (it) => (it[`${ANNOTATION}limit-burst-multiplier`] = '4')],
    ['has another limit of connections', 'site-admin', (it) => (it[`${ANNOTATION}limit-connections`] = '1000')],
  ])('%s', (finding, name, change) => {
    const manifests = planted('Ingress', name, (it: { metadata: { annotations: Record<string, string> } }) =>
      change(it.metadata.annotations),
    );
    expect(limitFindings(manifests)).toEqual([`Ingress ${name} ${finding}`]);
  });

  it('a class of routes that has no ingress of its own any more', () => {
    const manifests = built['large']!.filter(({ metadata }) => metadata.name !== 'site-imports');
    expect(limitFindings(manifests)).toEqual(['Ingress site-admin takes bodies of 1040k, not of 20480k']);
  });

  it('a variable that is given on one side alone, or from the wrong place', () => {
    const env = (it: Pod): { name: string; valueFrom?: unknown }[] => container(it)['env'] as never;
    const without = planted(
      'Deployment',
      'billing',
      (it: Pod) => (container(it)['env'] = env(it).filter(({ name }) => name !== 'STRIPE_SECRET_KEY')),
    );
    expect(differences(without)).toEqual(['billing is not given STRIPE_SECRET_KEY']);
    const more = planted('Deployment', 'gateway', (it: Pod) =>
      env(it).push({
        name: 'STRIPE_SECRET_KEY',
        valueFrom: { secretKeyRef: { name: 'lectern-billing', key: 'STRIPE_SECRET_KEY' } },
      }),
    );
    expect(differences(more)).toContain('gateway is given STRIPE_SECRET_KEY, which it does not know');
    const open = planted(
      'Deployment',
      'content',
      (it: Pod) =>
        (env(it).find(({ name }) => name === 'DOCUMENT_LINK_SECRET')!.valueFrom = {
          configMapKeyRef: { name: 'lectern-settings', key: 'DOCUMENT_LINK_SECRET' },
        }),
    );
    expect(differences(open)).toContain('content has DOCUMENT_LINK_SECRET from settings');
  });
});

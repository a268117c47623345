import type { Manifest } from './kustomize.ts';

/** Of a variable: where a process gets it from. */
export interface PublishedVariable {
  readonly name: string;
  readonly from: 'literal' | 'settings' | 'secret';
  readonly isOptional: boolean;
}

interface KeyReference {
  readonly name: string;
  readonly key: string;
  readonly optional?: boolean;
}

interface Container {
  readonly image: string;
  readonly env?: readonly {
    name: string;
    value?: string;
    valueFrom?: { configMapKeyRef?: KeyReference; secretKeyRef?: KeyReference };
  }[];
  readonly envFrom?: unknown;
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly lifecycle?: { readonly preStop?: { readonly exec?: { readonly command?: readonly string[] } } };
  readonly resources?: { readonly requests?: Record<string, string>; readonly limits?: Record<string, string> };
  readonly securityContext?: {
    readonly allowPrivilegeEscalation?: boolean;
    readonly readOnlyRootFilesystem?: boolean;
    readonly capabilities?: { readonly drop?: readonly string[] };
  };
}

interface Probe {
  readonly httpGet?: { readonly path?: string; readonly port?: unknown };
}

interface PodSpec {
  readonly containers: readonly Container[];
  readonly automountServiceAccountToken?: boolean;
  readonly securityContext?: { readonly runAsNonRoot?: boolean; readonly seccompProfile?: { readonly type?: string } };
  readonly terminationGracePeriodSeconds?: number;
  readonly topologySpreadConstraints?: readonly { readonly topologyKey: string }[];
}

interface Workload extends Manifest {
  readonly spec: {
    readonly template: { readonly metadata: { readonly labels: Record<string, string> }; readonly spec: PodSpec };
  };
}

/** The longest time that a process takes to finish its work in progress. */
const DRAIN_SECONDS = 10;

/** Workloads: long-running processes, and jobs that prepare for them. */
export const workloadsOf = (manifests: readonly Manifest[]): Workload[] =>
  manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job') as Workload[];

/** The variables of a workload's only container. */
export const secretsOf = (workload: Workload): PublishedVariable[] =>
  (workload.spec.template.spec.containers[0]?.env ?? []).map(({ name, valueFrom }) => {
    const reference = valueFrom?.secretKeyRef ?? valueFrom?.configMapKeyRef;
    return {
      name,
      from: valueFrom?.secretKeyRef !== undefined ? 'secret' : valueFrom === undefined ? 'literal' : 'settings',
      isOptional: reference?.optional === true,
    };
  });

/**
 * Requirements of these processes that no schema has: probes on the operations port, no privileges, bounded memory, time to finish,
 * replicas apart and not evicted together, existing settings, and each variable's name as the key that it is read from.
 */
export const deploymentFindings = (manifests: readonly Manifest[]): string[] => [
  ...workloadsOf(manifests).flatMap((workload) =>
    workloadFindings(workload, manifests).map((finding) => `${workload.kind} ${workload.metadata.name} ${finding}`),
  ),
  ...targetFindings(manifests),
  ...egressFindings(manifests),
];

const workloadFindings = (workload: Workload, manifests: readonly Manifest[]): string[] => {
  const pod = workload.spec.template.spec;
  const [container, ...more] = pod.containers;
  if (container === undefined || more.length > 0) return ['has other than one container'];
  const rules: Record<string, boolean> = {
    'mounts a token of the cluster': pod.automountServiceAccountToken !== false,
    'may run as root': pod.securityContext?.runAsNonRoot !== true,
    'has no seccomp profile': pod.securityContext?.seccompProfile?.type !== 'RuntimeDefault',
    'may gain rights': container.securityContext?.allowPrivilegeEscalation !== false,
    'may write to its image': container.securityContext?.readOnlyRootFilesystem !== true,
    'keeps capabilities': container.securityContext?.capabilities?.drop?.includes('ALL') !== true,
    'requests no processor or memory':
      container.resources?.requests?.['cpu'] === undefined || container.resources.requests['memory'] === undefined,
    'has no bound of memory': container.resources?.limits?.['memory'] === undefined,
    'is given more than it declares': container.envFrom !== undefined,
  };
  return [
    ...Object.entries(rules).flatMap(([finding, isBroken]) => (isBroken ? [finding] : [])),
    ...(workload.kind === 'Deployment' ? processFindings(workload, container, manifests) : []),
    ...referenceFindings(container, manifests),
  ];
};

const processFindings = (
  { metadata, spec }: Workload,
  container: Container,
  manifests: readonly Manifest[],
): string[] => {
  const probed = (probe: Probe | undefined, path: string): boolean =>
    probe?.httpGet?.path === path && probe.httpGet.port === 'ops';
  const before = Number(container.lifecycle?.preStop?.exec?.command?.at(-1) ?? 0);
  const spread = spec.template.spec.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey) ?? [];
  const rules: Record<string, boolean> = {
    'has no probe of its start': !probed(container.startupProbe, '/readyz'),
    'has no probe of whether it is ready': !probed(container.readinessProbe, '/readyz'),
    'has no probe of whether it lives': !probed(container.livenessProbe, '/livez'),
    'is killed before it has finished':
      (spec.template.spec.terminationGracePeriodSeconds ?? 0) < before + DRAIN_SECONDS + 1,
    'may have all its replicas on one node': !spread.includes('kubernetes.io/hostname'),
    'may lose all its replicas together': !manifests.some(
      ({ kind, metadata: { name } }) => kind === 'PodDisruptionBudget' && name === metadata.name,
    ),
    'is served before it stops taking requests': isServed(spec.template.metadata.labels, manifests) && before === 0,
  };
  return Object.entries(rules).flatMap(([finding, isBroken]) => (isBroken ? [finding] : []));
};

const isServed = (labels: Record<string, string>, manifests: readonly Manifest[]): boolean =>
  manifests.some(
    ({ kind, spec }) => kind === 'Service' && selects((spec as { selector?: Record<string, string> }).selector, labels),
  );

const selects = (selector: Record<string, string> | undefined, labels: Record<string, string>): boolean =>
  selector !== undefined && Object.entries(selector).every(([name, value]) => labels[name] === value);

const referenceFindings = (container: Container, manifests: readonly Manifest[]): string[] => {
  const settings = manifests.filter(({ kind }) => kind === 'ConfigMap');
  return (container.env ?? []).flatMap(({ name, valueFrom }) => {
    const published = valueFrom?.configMapKeyRef;
    const reference = published ?? valueFrom?.secretKeyRef;
    const map = settings.find(({ metadata }) => metadata.name === published?.name);
    return [
      ...(reference !== undefined && reference.key !== name ? [`reads ${name} from ${reference.key}`] : []),
      ...(published !== undefined &&
      published.optional !== true &&
      (map?.['data'] as Record<string, string> | undefined)?.[published.key] === undefined
        ? [`is not given ${name}: the settings have none`]
        : []),
    ];
  });
};

/** Selectors of pods that select none. */
const targetFindings = (manifests: readonly Manifest[]): string[] => {
  const workloads = workloadsOf(manifests);
  return manifests.flatMap(({ kind, metadata, ...rest }) => {
    const spec = (rest['spec'] ?? {}) as {
      selector?: { matchLabels?: Record<string, string> } & Record<string, unknown>;
      podSelector?: { matchLabels?: Record<string, string> };
      endpointSelector?: { matchLabels?: Record<string, string> };
      scaleTargetRef?: { name: string };
    };
    const scaled = spec.scaleTargetRef?.name;
    if (scaled !== undefined)
      return workloads.some(({ metadata: { name } }) => name === scaled)
        ? []
        : [`${kind} ${metadata.name} scales ${scaled}, which there is not`];
    const labels =
      spec.podSelector?.matchLabels ??
      spec.endpointSelector?.matchLabels ??
      spec.selector?.matchLabels ??
      (kind === 'Service' ? (spec.selector as Record<string, string>) : undefined);
    return labels === undefined || workloads.some(({ spec: { template } }) => selects(labels, template.metadata.labels))
      ? []
      : [`${kind} ${metadata.name} selects nothing`];
  });
};

/** Network policies that allow connections to any destination: every egress rule must name one. */
const egressFindings = (manifests: readonly Manifest[]): string[] =>
  manifests.flatMap(({ kind, metadata, ...rest }) => {
    const { egress = [] } = (rest['spec'] ?? {}) as { egress?: readonly Record<string, unknown[] | undefined>[] };
    return egress.some((rule) => ['to', 'toEndpoints', 'toFQDNs'].every((kind) => (rule[kind] ?? []).length === 0))
      ? [`${kind} ${metadata.name} leads to anybody`]
      : [];
  });

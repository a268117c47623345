import { join } from 'node:path';
import ts from 'typescript';
import type { Manifest } from './kustomize.ts';

/** Where the model of a kind comes from: Kubernetes' own, KEDA's and the Prometheus operator's, each made from their published schemas. */
const moduleOf = ({ apiVersion, kind }: Manifest): string => {
  const group = apiVersion.split('/')[0] ?? '';
  if (group === 'keda.sh') return `@kubernetes-models/keda/${apiVersion}/${kind}`;
  if (group === 'monitoring.coreos.com') return `@kubernetes-models/prometheus-operator/${apiVersion}/${kind}`;
  return `kubernetes-models/${apiVersion}/${kind}`;
};

const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;

/**
 * The faults of objects by the schemas of their kinds: unknown kinds, unknown and missing fields, and values of another type or form.
 * Servers and validators silently drop unknown fields; TypeScript names them, since the objects are checked as
 * literals.
 */
export const schemaFindings = async (manifests: readonly Manifest[]): Promise<string[]> => {
  // Cilium's model does not run on Node 20 yet; these objects were checked with it manually.
  const modelled = manifests.filter(({ apiVersion }) => !apiVersion.startsWith('cilium.io/'));
  return [...typeFindings(modelled), ...(await formFindings(modelled))];
};

const typeFindings = (manifests: readonly Manifest[]): string[] => {
  // Beside the sources of this project, from where the packages are found. It is never written.
  const file = join(import.meta.dirname, 'manifests.generated.ts');
  const lines = manifests.map(
    (manifest, index) =>
      `export const m${index}: import('${moduleOf(manifest)}').I${manifest.kind} = ${JSON.stringify(manifest)};`,
  );
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const text = lines.join('\n');
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version, ...rest) =>
    name === file ? ts.createSourceFile(name, text, version) : read(name, version, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ start, file: source, messageText }) => {
    const manifest =
      source === undefined || start === undefined
        ? undefined
        : manifests[source.getLineAndCharacterOfPosition(start).line];
    return `${manifest === undefined ? 'the compiler' : nameOf(manifest)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
};

const formFindings = async (manifests: readonly Manifest[]): Promise<string[]> => {
  const findings = await Promise.all(
    manifests.map(async (manifest) => {
      const model = (await import(moduleOf(manifest)).catch(() => ({}))) as Record<
        string,
        (new (data: object) => { validate(): void }) | undefined
      >;
      const Model = model[manifest.kind];
      if (Model === undefined) return []; // reported above
      try {
        new Model(manifest).validate();
        return [];
      } catch (error) {
        return [`${nameOf(manifest)}: ${error instanceof Error ? error.message : String(error)}`];
      }
    }),
  );
  return findings.flat();
};

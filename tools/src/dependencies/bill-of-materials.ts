import { licenseOf } from './licenses.ts';
import { labelOf, type LockPackage } from './lock-packages.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly type: 'application' | 'library';
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly scope?: 'required' | 'optional';
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly ({ readonly license: { readonly id: string } } | { readonly expression: string })[];
}

/** A CycloneDX document, as far as we fill it in (https://cyclonedx.org/docs/1.5/json/). */
export interface BillOfMaterials {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.5';
  readonly serialNumber: string;
  readonly version: 1;
  readonly metadata: { readonly timestamp: string; readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Whole {
  readonly name: string;
  readonly version: string;
  /** The names of its dependencies, from its manifests. */
  readonly needs: readonly string[];
}

/**
 * The shipped packages of others, from the lock file: asks no registry, and names no registry's URL. Written here and not by
 * `npm sbom --omit dev`, which leaves out what is bundled from development packages (React, for one), and packages that tests need too.
 */
export const billOfMaterials = (
  { needs, ...whole }: Whole,
  packages: readonly LockPackage[],
  serial: string,
  at: Date,
): BillOfMaterials => {
  const shipped = [
    ...new Map(packages.filter(({ isShipped }) => isShipped).map((each) => [labelOf(each), each])).values(),
  ];
  const labels = new Set(shipped.map(labelOf));
  const direct = shipped
    .filter(({ name, path }) => path === `node_modules/${name}` && needs.includes(name))
    .map(labelOf);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${serial}`,
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      component: { 'bom-ref': labelOf(whole), type: 'application', ...whole, purl: purlOf(whole) },
    },
    components: shipped.map(componentOf),
    dependencies: [
      { ref: labelOf(whole), dependsOn: direct },
      ...shipped.map((each) => ({
        ref: labelOf(each),
        dependsOn: [...new Set(each.needs)].filter((label) => labels.has(label)),
      })),
    ],
  };
};

const componentOf = (from: LockPackage): Component => {
  const license = licenseOf(from);
  const [, hash] = /^sha512-(\S+)/.exec(from.integrity ?? '') ?? [];
  return {
    'bom-ref': labelOf(from),
    type: 'library',
    name: from.name,
    version: from.version,
    purl: purlOf(from),
    scope: from.isOptional ? 'optional' : 'required',
    ...(hash === undefined
      ? {}
      : { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
    ...(license === null
      ? {}
      : { licenses: [license.includes(' ') ? { expression: license } : { license: { id: license } }] }),
  };
};

/** https://github.com/package-url/purl-spec: the @ of a scope is escaped. */
const purlOf = ({ name, version }: { readonly name: string; readonly version: string }): string =>
  `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

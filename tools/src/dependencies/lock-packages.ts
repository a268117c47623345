/** What `package-lock.json` says of a package. */
interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface LockFile {
  readonly packages: Readonly<Record<string, Locked>>;
}

/** A package of others that something here needs. */
export interface LockPackage {
  /** Where it is installed; the lock file's name of it. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  /** As the lock file has it; of another platform's package the one of the package that it is a part of. */
  readonly license: string | null;
  /** Whether it is distributed to users or operators of the site: installed in the image, or bundled into a package that is. */
  readonly isShipped: boolean;
  /** Whether it may be missing, as on other platforms. */
  readonly isOptional: boolean;
  /** `sha512-…`, of its archive. */
  readonly integrity: string | null;
  /** Its dependencies, each as `name@version`. */
  readonly needs: readonly string[];
}

/** As others name it. */
export const labelOf = ({ name, version }: Pick<LockPackage, 'name' | 'version'>): string => `${name}@${version}`;

const FOLDER = 'node_modules/';
const nameOf = (path: string): string => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);

/**
 * The packages of others in a lock file, by name. `bundled` names those that are only needed while building and end up in what was
 * built: they and what they need are shipped as well.
 */
export const lockPackages = ({ packages }: LockFile, bundled: readonly string[]): LockPackage[] => {
  const shippedByBundles = closure(packages, bundled);
  const wholes = platformWholes(packages);
  const label = (path: string): string => labelOf({ name: nameOf(path), version: packages[path]?.version ?? '' });
  return Object.entries(packages)
    .flatMap(([path, { link, version, license: stated, dev, optional, integrity }]): LockPackage[] => {
      if (!path.includes(FOLDER) || link === true || version === undefined) return [];
      const whole = wholes.get(path);
      const license = stated ?? (whole === undefined ? null : packages[whole]?.license) ?? null;
      return [
        {
          path,
          name: nameOf(path),
          version,
          license,
          isShipped: dev !== true || shippedByBundles.has(path),
          isOptional: optional === true,
          integrity: integrity ?? null,
          needs: needsOf(packages, path).map(label),
        },
      ];
    })
    .sort((one, other) => (labelOf(one) < labelOf(other) ? -1 : 1));
};

/** Where Node.js finds a package from where another one is installed; null where it is not there, as a peer need not be. */
const resolve = (packages: LockFile['packages'], from: string, name: string): string | null => {
  for (
    let folder = from;
    ;
    folder = folder.includes(FOLDER) ? folder.slice(0, Math.max(0, folder.lastIndexOf(FOLDER) - 1)) : ''
  ) {
    const path = `${folder === '' ? '' : `${folder}/`}${FOLDER}${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return null;
  }
};

/** Where that is installed which a package needs. */
const needsOf = (packages: LockFile['packages'], path: string): string[] => {
  const { dependencies, optionalDependencies } = packages[path] ?? {};
  return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap(
    (name) => resolve(packages, path, name) ?? [],
  );
};

const closure = (packages: LockFile['packages'], names: readonly string[]): ReadonlySet<string> => {
  const found = new Set<string>();
  const waiting = names.map((name) => {
    const path = resolve(packages, '', name);
    if (path === null) throw new Error(`${name} is bundled and not in the lock file`);
    return path;
  });
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    waiting.push(...needsOf(packages, path));
  }
  return found;
};

/** Of packages that say for which platform they are, the one that they are a part of: `@swc/core` of `@swc/core-darwin-x64`. */
const platformWholes = (packages: LockFile['packages']): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
      Object.entries(optionalDependencies ?? {}).flatMap(([name, wanted]): [string, string][] => {
        const part = resolve(packages, path, name);
        // A package's own parts come with it: optional, and of the very version that it names.
        const isPart = part !== null && packages[part]?.optional === true && packages[part].version === wanted;
        return isPart ? [[part, path]] : [];
      }),
    ),
  );

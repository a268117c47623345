import { isBuiltin } from 'node:module';
import ts from 'typescript';

export interface Workspace {
  path: string;
  /** Of its package.json. */
  dependencies: readonly string[];
  devDependencies: readonly string[];
  /** Texts of its sources, by path from the root. */
  sources: Readonly<Record<string, string>>;
}

/** Tests and tools: nothing of them runs in production. */
const FOR_DEVELOPERS = /\.(int-)?spec\.tsx?$|\/testing\/|^(tools|e2e|libs\/test-kit)\/|^web\/(?!src\/)/;

/** Peers of declared packages, which none of our sources imports. */
const PEERS: readonly string[] = ['react-is'];

/** Packages of files, which sources name and do not import. */
const FILES: readonly string[] = ['@fontsource/noto-sans', '@fontsource/noto-sans-sc'];

/** Differences between the packages that a workspace declares and those that its sources import. */
export const wrongPackages = ({ path, dependencies, devDependencies, sources }: Workspace): string[] => {
  const runs = packagesIn(sources, (file) => !FOR_DEVELOPERS.test(file));
  const all = packagesIn(sources, () => true);
  /** `require.resolve` and programs that are started name packages too. */
  const isNamed = (name: string): boolean =>
    Object.values(sources).some((text) => text.includes(`'${name}'`) || text.includes(`'${name}/`));
  return [
    ...[...runs].filter((name) => !dependencies.includes(name)).map((name) => `${path}: dependencies lack ${name}`),
    ...[...all]
      .filter((name) => ![...runs, ...devDependencies].includes(name))
      .map((name) => `${path}: devDependencies lack ${name}`),
    ...dependencies
      .filter((name) => !runs.has(name) && ![...PEERS, ...FILES].includes(name))
      .map((name) => `${path}: dependencies do not need ${name}`),
    ...devDependencies
      .filter((name) => runs.has(name) || !isNamed(name))
      .map((name) => `${path}: devDependencies do not need ${name}`),
  ].sort();
};

/** The packages of the registry that these files import. */
const packagesIn = (sources: Workspace['sources'], isMeant: (file: string) => boolean): Set<string> =>
  new Set(
    Object.entries(sources)
      .filter(([file]) => isMeant(file))
      .flatMap(([, text]) => ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName))
      .filter((specifier) => !isBuiltin(specifier) && /^@?[a-z]/.test(specifier) && !specifier.startsWith('@lectern/'))
      .map((specifier) =>
        specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
  );

import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

/** The types that `openapi-typescript` generates for clients of a document. Throws where the document is not valid. */
export const clientTypes = async (document: object): Promise<string> =>
  astToString(await openapiTS(structuredClone(document) as Parameters<typeof openapiTS>[0], { silent: true }));

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  lib: ['lib.es2023.d.ts'],
  types: [],
  skipLibCheck: true,
};

/** Parsed once for all checks. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/** The compiler's complaints about files that exist only here, by name. */
export const typeErrors = (files: Readonly<Record<string, string>>): string[] => {
  const disk = ts.createCompilerHost(OPTIONS);
  const textOf = (path: string): string | undefined => files[path.split('/').at(-1)!];
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => textOf(path) !== undefined || disk.fileExists(path),
    readFile: (path) => textOf(path) ?? disk.readFile(path),
    getSourceFile: (path, version) => {
      const text = textOf(path);
      if (text !== undefined) return ts.createSourceFile(path, text, version);
      if (!libraries.has(path)) libraries.set(path, disk.getSourceFile(path, version));
      return libraries.get(path);
    },
  };
  const program = ts.createProgram(
    Object.keys(files).map((name) => `${import.meta.dirname}/${name}`),
    OPTIONS,
    host,
  );
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
};

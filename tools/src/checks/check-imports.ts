// Part of `npm run lint`: exits with 1 where imports run in circles (`import-cycles.ts`).
import { join } from 'node:path';
import { wrongImports } from './import-cycles.ts';
import { sourcesOf } from './security-documents.ts';

const { files, read } = sourcesOf(join(import.meta.dirname, '../../..'));
const wrong = wrongImports(
  Object.fromEntries(files.filter((file) => /\.(tsx?|css)$/.test(file)).map((file) => [file, read(file)])),
);
for (const line of wrong) console.error(line);
process.exitCode = wrong.length === 0 ? 0 : 1;

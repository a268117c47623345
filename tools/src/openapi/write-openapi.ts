// `npm run openapi`: writes docs/openapi.json. With `--released`, which a release adds, docs/openapi.released.json as well.
import { writeFileSync } from 'node:fs';
import { openApiDocument } from '@lectern/contracts/openapi/document';
import { CURRENT, fileOf, RELEASED } from './openapi-files.ts';

const text = fileOf(openApiDocument());
writeFileSync(CURRENT, text);
if (process.argv.includes('--released')) writeFileSync(RELEASED, text);

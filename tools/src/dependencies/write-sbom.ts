// `npm run sbom`: writes sbom.cdx.json, the bill of materials of what is shipped (CycloneDX). Another name can be given:
// `npm run sbom -- lectern.cdx.json`.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { billOfMaterials } from './bill-of-materials.ts';
import { packagesHere, ROOT, wholeHere } from './of-this-repository.ts';

const file = resolve(ROOT, process.argv[2] ?? 'sbom.cdx.json');
const bill = billOfMaterials(wholeHere(), packagesHere(), randomUUID(), new Date());
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
console.log(`Wrote ${file}: ${bill.components.length} packages.`);

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillOfMaterials } from './bill-of-materials.ts';
import { ROOT } from './of-this-repository.ts';

const run = promisify(execFile);

describe('the bill of materials', () => {
  let folder: string;
  let text: string;
  let bill: BillOfMaterials;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-sbom-'));
    const file = join(folder, 'sbom.cdx.json');
    await run(
      process.execPath,
      [join(ROOT, 'node_modules/tsx/dist/cli.mjs'), join(ROOT, 'tools/src/dependencies/write-sbom.ts'), file],
      { env: { ...process.env, NODE_OPTIONS: '' } },
    );
    text = await readFile(file, 'utf8');
    bill = JSON.parse(text) as BillOfMaterials;
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('names every package that the lock file installs to run', async () => {
    const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string; dev?: true; link?: true }>;
    };
    const installed = Object.entries(packages).flatMap(([path, { version, dev, link }]) =>
      !path.includes('node_modules/') || dev || link ? [] : [`${path.replace(/^.*node_modules\//, '')}@${version}`],
    );
    expect(installed.length).toBeGreaterThan(200);
    expect(bill.components.map((component) => component['bom-ref'])).toEqual(expect.arrayContaining(installed));
  });

  it('names what is bundled into pages, and no tool', () => {
    const names = bill.components.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['react', 'react-dom', 'scheduler', 'marked', '@fontsource-variable/fraunces']),
    );
    for (const tool of ['vite', 'vitest', 'nx', 'typescript', 'eslint']) expect(names).not.toContain(tool);
  });

  it('names each once, with its license and, but for other platforms’, its archive’s hash', () => {
    expect(new Set(bill.components.map((component) => component['bom-ref'])).size).toBe(bill.components.length);
    for (const component of bill.components) {
      expect(component.purl).toMatch(/^pkg:npm\/(?:%40[^/@]+\/)?[^/@]+@\d/);
      if (component.scope === 'required')
        expect(component.hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
      expect(component.licenses).toHaveLength(1);
    }
  });

  it('lists the dependencies of each component, by names that it contains', () => {
    const refs = [bill.metadata.component['bom-ref'], ...bill.components.map((component) => component['bom-ref'])];
    expect(bill.dependencies.map(({ ref }) => ref)).toEqual(refs);
    for (const { dependsOn } of bill.dependencies) expect(refs).toEqual(expect.arrayContaining([...dependsOn]));
    const needed = bill.dependencies.find(({ ref }) => ref.startsWith('react-dom@'));
    expect(needed?.dependsOn).toEqual([expect.stringMatching(/^scheduler@/)]);
  });

  it('is a CycloneDX document of this repository, and names no registry', () => {
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: { component: { name: 'lectern' } },
    });
    expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
    expect(text).not.toMatch(/https?:\/\//);
    expect(text).not.toContain(ROOT);
  });
});

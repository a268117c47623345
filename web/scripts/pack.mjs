// Compresses files with a content-hashed name at build time, not at each request: the gateway and nginx both serve the compressed file
// that lies beside the plain one.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const assets = join(import.meta.dirname, '../dist/assets');

for (const name of readdirSync(assets, { recursive: true }).filter((file) => /\.(?:js|css|svg)$/.test(file))) {
  const plain = readFileSync(join(assets, name));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  writeFileSync(join(assets, `${name}.br`), brotliCompressSync(plain, { params }));
  writeFileSync(join(assets, `${name}.gz`), gzipSync(plain, { level: 9 }));
}

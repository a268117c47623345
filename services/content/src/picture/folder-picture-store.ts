import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FilePiece, PictureStore } from './picture-store.ts';

/** Pictures in a folder, which every replica of content has to share. Each picture has a folder of its own. */
export class FolderPictureStore extends PictureStore {
  constructor(private readonly root: string) {
    super();
  }

  /** Written under another name and renamed, so that readers never get a part of it. */
  async put(id: string, file: string, content: Buffer): Promise<void> {
    const folder = join(this.root, id);
    const unfinished = join(folder, `.${file}.${randomUUID()}`);
    await mkdir(folder, { recursive: true });
    try {
      const handle = await open(unfinished, 'wx');
      try {
        await handle.writeFile(content);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(unfinished, join(folder, file));
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined); // the folder goes with the picture
      throw error;
    }
  }

  async get(id: string, file: string, from: number, length: number): Promise<FilePiece | null> {
    const handle = await open(join(this.root, id, file), 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (handle === null) return null;
    try {
      const { size: bytes } = await handle.stat();
      const piece = Buffer.alloc(Math.max(0, Math.min(length, bytes - from)));
      await handle.read(piece, 0, piece.length, from);
      return { bytes, piece };
    } finally {
      await handle.close();
    }
  }

  async remove(id: string): Promise<void> {
    await rm(join(this.root, id), { recursive: true, force: true });
  }
}

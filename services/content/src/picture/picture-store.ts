/** A piece of a file, and the size of the whole file. */
export interface FilePiece {
  readonly bytes: number;
  readonly piece: Buffer;
}

/**
 * Where the files of pictures are. A file that exists is complete. Every method rejects when the store does not answer; each may be
 * repeated.
 */
export abstract class PictureStore {
  /** Replaces an existing file. */
  abstract put(id: string, file: string, content: Buffer): Promise<void>;
  /** At most `length` bytes from `from`; null where there is no such file. */
  abstract get(id: string, file: string, from: number, length: number): Promise<FilePiece | null>;
  /** Removes a picture, which has these files at most. */
  abstract remove(id: string, files: readonly string[]): Promise<void>;
}

import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { type FilePiece, PictureStore } from './picture-store.ts';

export interface S3Settings {
  readonly bucket: string;
  /** Of an S3-compatible service; AWS itself where it is undefined. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The bucket in the path instead of the host, as most services other than AWS expect it. */
  readonly forcePathStyle: boolean;
}

const CONNECT_WITHIN_MS = 2_000;
const ANSWER_WITHIN_MS = 10_000;
const TYPES: Readonly<Record<string, string>> = { avif: 'image/avif', webp: 'image/webp' };

/** Pictures in a bucket, which needs to be readable for nobody but these processes. An object is there as a whole or not at all. */
export class S3PictureStore extends PictureStore {
  private readonly client: S3Client;

  constructor(private readonly settings: S3Settings) {
    super();
    const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = settings;
    this.client = new S3Client({
      ...(endpoint !== undefined && { endpoint }),
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle,
      maxAttempts: 2,
      requestHandler: {
        connectionTimeout: CONNECT_WITHIN_MS,
        requestTimeout: ANSWER_WITHIN_MS,
        throwOnRequestTimeout: true,
      },
      // Other services do not know AWS's newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  async put(id: string, file: string, content: Buffer): Promise<void> {
    await this.client.send(
      new PutObjectCommand({
        ...this.at(`${id}/${file}`),
        Body: content,
        ContentType: TYPES[file.slice(file.lastIndexOf('.') + 1)],
      }),
    );
  }

  async get(id: string, file: string, from: number, length: number): Promise<FilePiece | null> {
    try {
      const answer = await this.client.send(
        new GetObjectCommand({ ...this.at(`${id}/${file}`), Range: `bytes=${from}-${from + length - 1}` }),
      );
      const piece = Buffer.from((await answer.Body?.transformToByteArray()) ?? []);
      const whole = /\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1];
      return { bytes: whole === undefined ? piece.length : Number(whole), piece };
    } catch (error) {
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
      throw error;
    }
  }

  async remove(id: string, files: readonly string[]): Promise<void> {
    for (const file of files) await this.client.send(new DeleteObjectCommand(this.at(`${id}/${file}`)));
  }

  private at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.settings.bucket, Key: key };
  }
}

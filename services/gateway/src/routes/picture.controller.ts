import { createHash } from 'node:crypto';
import { Controller } from '@nestjs/common';
import * as http from '@lectern/contracts/content/picture-http';
import * as content from '@lectern/contracts/content/picture-rpc';
import type { RouteResponse } from '@lectern/contracts/route';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { passOn } from './pass-on.ts';

/** A picture never changes: another one has another id. */
const FOREVER = 'public, max-age=31536000, immutable';

/** The pictures of articles. Content checks and stores them. */
@Controller()
export class PictureController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(http.uploadPicture)
  async upload(call: Call<typeof http.uploadPicture>) {
    const file = { body: call.body, as: 'picture', by: actingIn(call) } as const;
    return passOn(this.rpc, file, (upload) => this.rpc.call(content.finishPicture, { upload, by: file.by }));
  }

  @Serves(http.readPicture)
  async read({ params }: Call<typeof http.readPicture>): Promise<RouteResponse<typeof http.readPicture>> {
    const first = await this.rpc.call(content.readPicturePiece, { ...params, from: 0 });
    return {
      contentType: `image/${params.file.split('.')[1]}`,
      fileName: params.file,
      disposition: 'inline',
      cacheControl: FOREVER,
      // Under one address there is never another file.
      etag: `"${createHash('sha256').update(`${params.id}/${params.file}`).digest('hex')}"`,
      bytes: first.bytes,
      pieces: this.pieces(params, first),
    };
  }

  /** The first piece, and the others as the reader takes them. */
  private async *pieces(
    params: Call<typeof http.readPicture>['params'],
    first: RpcOutput<typeof content.readPicturePiece>,
  ): AsyncGenerator<Uint8Array> {
    let piece = Buffer.from(first.pieceBase64, 'base64');
    for (let from = 0; from < first.bytes;) {
      if (piece.length === 0) throw new Error('A file of a picture is shorter than its size says');
      yield piece;
      from += piece.length;
      if (from < first.bytes)
        piece = Buffer.from((await this.rpc.call(content.readPicturePiece, { ...params, from })).pieceBase64, 'base64');
    }
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { GatewayConfig } from '../config.ts';

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';

/** Where the provider may send a browser back to: pages of this site and nowhere else. */
@Injectable()
export class ReturnAddress {
  private readonly site: URL;

  constructor(@Inject(GatewayConfig) private readonly config: GatewayConfig) {
    this.site = new URL(config.PUBLIC_URL);
  }

  /** An address of this site, from a path. */
  of(path: string): string {
    return this.site.origin + path;
  }

  /**
   * The asked-for address when it is this site's, as it was read: others may read odd ones differently. The default when none was asked for;
   * `redirect_not_allowed` otherwise.
   */
  check(asked: string | undefined, fallbackPath: string): string {
    if (asked === undefined) return this.of(fallbackPath);
    const address = new URL(asked);
    const isOwn = address.origin === this.site.origin;
    // The local system answers under each of the machine's own names.
    const isLocal =
      this.config.DEPLOYMENT === 'local' &&
      address.protocol === this.site.protocol &&
      isLoopback(address.hostname) &&
      address.port === this.site.port;
    const namesSomebody = address.username !== '' || address.password !== '';
    if ((!isOwn && !isLocal) || namesSomebody) throw new DomainError('redirect_not_allowed');
    return address.href;
  }
}

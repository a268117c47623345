import { type Redis, SentinelConnector } from 'ioredis';

/** What the library keeps to itself of its connector. */
interface Inner {
  failoverDetector: { cleanup(): void } | null;
  connectToSentinel(...args: unknown[]): Redis;
}

type Emitter = Parameters<SentinelConnector['connect']>[0];

/**
 * The library's way to a primary by sentinels, mended in two places (ioredis 5.11). It listens to them until it is connected anew, so that
 * their word of the new primary came in the middle of that and ended the connection for good; and it says on the console, as nobody else
 * listens, when one of them is away, which is no failure.
 */
export class LastingSentinelConnector extends SentinelConnector {
  constructor(options: unknown) {
    super(options as ConstructorParameters<typeof SentinelConnector>[0]);
    const inner = this as unknown as Inner;
    const connectToSentinel = inner.connectToSentinel.bind(this);
    inner.connectToSentinel = (...args) => connectToSentinel(...args).on('error', () => undefined);
  }

  override connect(emit: Emitter): ReturnType<SentinelConnector['connect']> {
    (this as unknown as Inner).failoverDetector?.cleanup();
    return super.connect(emit);
  }
}

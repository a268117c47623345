import { type Redis, SentinelConnector } from 'ioredis';

/** The private members of the library's connector. */
interface Inner {
  failoverDetector: { cleanup(): void } | null;
  connectToSentinel(...args: unknown[]): Redis;
}

type Emitter = Parameters<SentinelConnector['connect']>[0];

/**
 * The library's connection to a primary by sentinels, with two fixes (ioredis 5.11). The original listens to the
 * sentinels until it has reconnected, so that their announcement of the new primary arrives during that and ends the
 * connection permanently. It also writes to the console when a sentinel is unavailable, because nothing else listens,
 * although that is no failure.
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

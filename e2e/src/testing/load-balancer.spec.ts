import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { LoadBalancer } from './load-balancer.ts';

const open: Server[] = [];
const gateway = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
/** A port on which no process listens any more. */
const gone = async (): Promise<string> => {
  const url = await gateway(() => undefined);
  open.pop()!.close();
  return url;
};
afterEach(async () => {
  await Promise.all(
    open.splice(0).map((server) => new Promise((resolve) => void server.close(resolve).closeAllConnections())),
  );
});

describe('the load balancer', () => {
  it('begins with another gateway each time, and forwards its response', async () => {
    const named =
      (name: string): RequestListener =>
      (asked, answer) => {
        void asked
          .toArray()
          .then((parts) =>
            answer
              .writeHead(201, { 'content-type': 'application/json' })
              .end(JSON.stringify({ name, got: String(parts), by: asked.headers.authorization })),
          );
      };
    const balancer = new LoadBalancer([await gateway(named('one')), await gateway(named('two'))]);
    const answers = [
      await balancer.call('POST', '/', { body: { a: 1 }, token: 't' }),
      await balancer.call('POST', '/', { body: { a: 2 } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers.map(({ body }) => body['name']).toSorted()).toEqual(['one', 'two']);
    expect(answers[0]!.body).toMatchObject({ got: '{"a":1}', by: 'Bearer t' });
  });

  it('goes to the next one where one cannot be reached, and answers an error when there is none', async () => {
    const balancer = new LoadBalancer([await gone(), await gateway((_asked, answer) => void answer.end('here'))]);
    for (let time = 0; time < 4; time += 1) expect((await balancer.call('POST', '/', { body: {} })).body).toBe('here');
    expect(
      (await Promise.all(Array.from({ length: 20 }, () => balancer.call('GET', '/')))).map(({ status }) => status),
    ).toEqual(Array(20).fill(200));
    await expect(new LoadBalancer([await gone(), await gone()]).call('GET', '/')).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });

  it.each([
    ['GET', 2],
    ['DELETE', 2],
    ['POST', 1],
    ['PATCH', 1],
  ])('asks the next one where a %s is cut off only if that does no harm', async (method, times) => {
    let asked = 0;
    const cutting: RequestListener = ({ socket }) => {
      asked += 1;
      socket.destroy();
    };
    const balancer = new LoadBalancer([await gateway(cutting), await gateway(cutting)]);
    await expect(balancer.call(method, '/')).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(asked).toBe(times);
  });
});

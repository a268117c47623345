import { connect } from 'node:net';

/**
 * Sends commands without arguments in need of quoting to the Redis at `url` and answers with their replies (status or
 * integer replies; others are not read right). Throws when Redis refuses one, is not there, or takes over 5 s.
 * Enough to wait for, empty and end a Redis, without the weight of a client.
 */
export const redisCommand = (url: string, ...commands: string[]): Promise<string[]> => {
  const { hostname, port, password, username, pathname } = new URL(url);
  const credentials = username === '' ? password : `${username} ${decodeURIComponent(password)}`;
  const setup = [
    ...(password === '' ? [] : [`AUTH ${username === '' ? decodeURIComponent(password) : credentials}`]),
    ...(pathname.length > 1 ? [`SELECT ${pathname.slice(1)}`] : []),
  ];
  const all = [...setup, ...commands];
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port || 6379) });
    let received = '';
    socket.setTimeout(30_000, () => socket.destroy(new Error(`Redis at ${hostname}:${port} does not answer`)));
    socket.once('error', reject);
    socket.once('connect', () => socket.write(all.map((command) => `${command}\r\n`).join('')));
    socket.on('data', (chunk) => {
      received += chunk.toString();
      const replies = received.split('\r\n').slice(0, -1);
      const refused = replies.find((reply) => reply.startsWith('-'));
      if (refused !== undefined) socket.destroy(new Error(refused.slice(1)));
      else if (replies.length >= all.length) {
        socket.end();
        resolve(replies.slice(setup.length).map((reply) => reply.slice(1)));
      }
    });
    // SHUTDOWN answers by closing.
    socket.once('close', () => resolve([]));
  });
};

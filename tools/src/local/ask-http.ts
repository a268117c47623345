import { get } from 'node:http';

/** Whether a GET answers 200 within a second. (Not fetch: its machinery weighs more than the rest of the supervisor.) */
export const answersOk = (url: string): Promise<boolean> => {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 1000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
    request.once('close', () => resolve(false));
  });
};

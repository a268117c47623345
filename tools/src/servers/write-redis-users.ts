// `npm run redis:users`: writes deploy/redis/users.conf.
import { mkdirSync, writeFileSync } from 'node:fs';
import { redisUsersTemplate } from './redis-users.ts';

mkdirSync('deploy/redis', { recursive: true });
writeFileSync('deploy/redis/users.conf', redisUsersTemplate());

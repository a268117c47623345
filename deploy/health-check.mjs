// Ends with 0 when the address answers well. The images have no curl, and node is there anyway.
import { get } from 'node:http';

get(process.argv[2], { timeout: 4000 }, (response) => process.exit(response.statusCode === 200 ? 0 : 1))
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1));

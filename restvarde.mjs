// `npm run restvarde`: with a database from outside as in production, else on that of the demo, where that is installed.
import { existsSync } from 'node:fs';

const hasDemo = existsSync(new URL('demo', import.meta.url));
const isDemo = hasDemo && !process.env.DATABASE_URL && process.env.NODE_ENV !== 'production';
await import(isDemo ? './demo/src/restvarde.ts' : './server/src/commands/restvarde.ts');

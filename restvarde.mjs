// `npm run restvarde`: uses DATABASE_URL as in production, otherwise the demo's database if the demo is installed.
import { existsSync } from 'node:fs';

const hasDemo = existsSync(new URL('demo', import.meta.url));
const isDemo = hasDemo && !process.env.DATABASE_URL && process.env.NODE_ENV !== 'production';
await import(isDemo ? './demo/src/restvarde.ts' : './server/src/commands/restvarde.ts');

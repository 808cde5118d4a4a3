// `npm run restvarde`: with a database from outside as in production, else on that of the demo.
const isDemo = !process.env.DATABASE_URL && process.env.NODE_ENV !== 'production';
await import(isDemo ? './demo/src/restvarde.ts' : './server/src/commands/restvarde.ts');

// `npm start` and `npm run dev`: from a fresh checkout to a running product.
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`This needs Node 20 or newer, and here is ${process.version}.`);
  process.exit(1);
}
const { buildWebIfStale, follow, installMissing, root, run, stop, vite } = await import(
  './prepare.mjs'
);

/** With a database from outside a node as in production, else the demo with its own. */
const entry = process.env.DATABASE_URL ? 'server/src/main.ts' : 'demo/src/main.ts';

await installMissing().catch(stop);
// Most of a start is reading the same sources as the last time.
process.env.NODE_COMPILE_CACHE ??= `${root}/node_modules/.cache/compiled`;
if (process.argv.includes('--dev')) {
  // Pages come from Vite, as they are edited; what is not a page it fetches from the server.
  const pages = run([vite, 'dev', '--clearScreen', 'false'], `${root}/web`);
  const server = follow(['--watch', '--watch-preserve-output', entry, '--dev']);
  pages.once('exit', () => server.kill());
  process.once('exit', () => pages.kill());
} else {
  await buildWebIfStale().catch(stop);
  follow([entry, ...process.argv.slice(2)]);
}

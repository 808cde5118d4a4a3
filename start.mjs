// `npm start` and `npm run dev`: from a fresh checkout to a running product.
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`This needs Node 20 or newer, and here is ${process.version}.`);
  process.exit(1);
}
const { buildWebIfStale, follow, installMissing, isOnThatNode, root, run, stop, vite } =
  await import('./prepare.mjs');

/** With a database from outside a node as in production, else the demo with its own. */
const entry = process.env.DATABASE_URL ? 'server/src/main.ts' : 'demo/src/main.ts';

await installMissing().catch(stop);
// Most of a start is reading the same sources as the last time.
process.env.NODE_COMPILE_CACHE ??= `${root}/node_modules/.cache/compiled`;
if (!process.argv.includes('--dev')) {
  await buildWebIfStale().catch(stop);
  follow([entry, ...process.argv.slice(2)]);
} else if (isOnThatNode()) {
  // Pages come from Vite, as they are edited; what is not a page it fetches from the server.
  const pages = run([vite, 'dev', '--clearScreen', 'false'], `${root}/web`);
  follow([entry, '--dev'], ['contract/src', 'demo/src', 'server/src']);
  pages.once('exit', () => process.kill(process.pid, 'SIGTERM'));
  process.once('exit', () => pages.kill());
} else {
  // An older Node watches folders less well.
  follow(['start.mjs', '--dev']);
}

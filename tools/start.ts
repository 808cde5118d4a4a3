// `npm start` and `npm run dev`.
import { buildWebIfStale } from './prepare/build-web.ts';
import { follow, root, startNode, stop } from './prepare/child.mjs';

const entry = process.env.DATABASE_URL ? 'server/src/main.ts' : 'demo/src/main.ts';
if (!process.argv.includes('--dev')) {
  await buildWebIfStale().catch(stop);
  await import(`../${entry}`);
} else {
  // Vite serves pages from their sources and passes other requests to the server.
  const vite = startNode(['../node_modules/vite/bin/vite.js', 'dev', '--clearScreen', 'false'], {
    cwd: `${root}/web`,
    stdio: 'inherit',
  });
  follow([entry, '--dev'], ['contract/src', 'demo/src', 'server/src']);
  vite.once('exit', () => process.kill(process.pid, 'SIGTERM'));
  process.once('exit', () => vite.kill());
}

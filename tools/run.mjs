// `node tools/run.mjs <file> [argument …]`: installs missing packages, then runs the file on the Node of package.json.
import { follow, root, stop } from './prepare/child.mjs';
import { installMissing } from './prepare/install.mjs';

if (Number(process.versions.node.split('.')[0]) < 20) {
  stop(new Error(`Node 20 or newer is required; this is ${process.version}.`));
}
const [file, ...args] = process.argv.slice(2);
// `npm start` needs no packages for tests.
await installMissing({ tests: file !== 'tools/start.ts' }).catch(stop);
process.env.NODE_COMPILE_CACHE ??= `${root}/node_modules/.cache/compiled`;
follow([file, ...args]);

// `npm run bench` and the like: installs what the tests need, and runs the file that is named on that Node.
import { follow, installMissing, stop } from './prepare.mjs';

await installMissing({ tests: true }).catch(stop);
follow(process.argv.slice(2));

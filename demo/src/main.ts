// `npm start`.
import { run } from '@restvarde/server/run';
import { startDemo } from './demo.ts';

await run((onStop, fail) => startDemo(process.env, onStop, fail));

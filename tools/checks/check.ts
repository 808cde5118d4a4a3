// All checks of sources and documents: `npm run check`. `npm run rules` lists the rules and their tests.
import { findBareText } from './bare-text.ts';
import { findDeployFaults } from './deploy.ts';
import { findFaults } from './layers.ts';
import { countProofs } from './rules.ts';
import { root } from './source-tree.ts';
import { findReplacedWords } from './words.ts';

const tree = process.argv[2] ?? root;
const faults = [
  ...findFaults(tree),
  ...findReplacedWords(tree),
  ...findDeployFaults(tree),
  ...findBareText(tree),
  ...countProofs(tree).wrong,
];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

import type { Import } from './source-tree.ts';

// The floors of the house, lowest first. A new folder of the server takes its place here.
const serverMachinery = ['db', 'http', 'jobs', 'email', 'media', 'live'];
const serverFeatures = [
  'companies',
  'categories',
  'users',
  'auth',
  'service-stations',
  'auctions',
  'bids',
  'alerts',
  'statistics',
  'admin',
  'pages',
];
const serverRoof = [
  'app.ts',
  'email-jobs.ts',
  'worker.ts',
  'worker-thread.ts',
  'house-worker.ts',
  'house.ts',
  'listen.ts',
  'main.ts',
  'superuser-command.ts',
];
const webMachinery = ['forms', 'api', 'format', 'session', 'live', 'clock'];
const webRoof = ['main.tsx', 'first-view.tsx', 'app.tsx', 'routes.tsx'];
const mayImportWorkspace: Record<string, string[]> = {
  contract: [],
  server: ['contract'],
  demo: ['contract', 'server'],
  web: ['contract'],
  e2e: ['contract'],
  // What is measured in a browser is done by the same people, in the same windows.
  bench: ['contract', 'e2e', 'checks'],
  checks: [],
};
/** A real database, mailbox and sign-on provider are the demo's, and tests stand on them too. */
const testsMayImportWorkspace: Record<string, string[]> = { server: ['demo'], demo: ['server'] };
const notForWidgets =
  /^(@tanstack\/(react-router|router|react-query|query)|react-router|react-hook-form|@hookform)/;

/** Tests and what only tests use: they may reach any floor of their workspace. */
export function isTest(file: string): boolean {
  return /\.(test|e2e)\.tsx?$|\/test\//.test(file);
}

/** Why `from` may not import `target`; null when it may. */
export function refuseImport(from: string, target: Import): string | null {
  const [workspace = '', ...inside] = from.split('/');
  if ('module' in target)
    return isTest(from) ? null : refuseModule(workspace, inside, target.module);
  const [other = '', ...far] = target.file.split('/');
  if (isTest(from) && testsMayImportWorkspace[workspace]?.includes(other)) return null;
  if (isTest(target.file) && other !== workspace && other !== 'e2e')
    return 'only tests import tests';
  if (other !== workspace) return refuseWorkspace(workspace, other);
  if (isTest(from)) return null;
  if (isTest(target.file) && workspace !== 'e2e') return 'only tests import tests';
  if (inside[0] !== 'src' || far[0] !== 'src') return null;
  if (workspace === 'server') return refuseOnServer(inside.slice(1), far.slice(1));
  if (workspace === 'web') return refuseOnWeb(inside.slice(1), far.slice(1));
  return null;
}

/** Why a file may not stand where it does; null when it may. */
export function refusePlace(file: string): string | null {
  if (/\/index\.(ts|tsx|mts)$/.test(file)) return 'no barrels: name the file by its subject';
  const [workspace, src, ...inside] = file.split('/');
  if (workspace !== 'server' || src !== 'src' || isTest(file)) return null;
  const known = inside.length === 1 || serverFloor(inside) !== undefined;
  return known
    ? null
    : `the folder ${inside[0]} stands on no floor: give it one in checks/floor-plan.ts`;
}

function refuseModule(workspace: string, inside: string[], module: string): string | null {
  if (workspace === 'contract' && module !== 'zod/mini') {
    return 'the contract imports only itself and zod/mini';
  }
  if (workspace === 'web' && inside[1] === 'ui' && notForWidgets.test(module)) {
    return 'ui knows no router, query or form library';
  }
  return null;
}

function refuseWorkspace(workspace: string, other: string): string | null {
  if (mayImportWorkspace[workspace]?.includes(other)) return null;
  if (workspace === 'contract') return 'the contract imports only itself and zod/mini';
  if (other === 'server' && (workspace === 'e2e' || workspace === 'bench')) {
    return `${workspace} starts the server as a process, and never imports it`;
  }
  return `${workspace} never imports ${other}`;
}

/** Machinery 0, features 1 and up in their order, the roof above all; undefined: unknown folder. */
function serverFloor(inside: string[]): number | undefined {
  const [first = ''] = inside;
  if (inside.length === 1) return serverRoof.includes(first) ? Number.POSITIVE_INFINITY : 0;
  if (serverMachinery.includes(first)) return 0;
  const feature = serverFeatures.indexOf(first);
  return feature === -1 ? undefined : feature + 1;
}

function refuseOnServer(inside: string[], far: string[]): string | null {
  const floor = serverFloor(inside);
  const below = serverFloor(far);
  if (floor === undefined || below === undefined || below <= floor) return null;
  if (below === Number.POSITIVE_INFINITY) return 'nothing imports app, worker or main';
  if (floor === 0) return `machinery knows no noun of the trade (${far[0]})`;
  return `${inside[0]} stands below ${far[0]}: speak to it by a job or a notification`;
}

/** Widgets 0, machinery 1, features 2, the roof 3. */
function webFloor(inside: string[]): number {
  const [first = ''] = inside;
  if (inside.length === 1) return webRoof.includes(first) ? 3 : 1;
  if (first === 'ui' || first === 'styles') return 0;
  return webMachinery.includes(first) ? 1 : 2;
}

function refuseOnWeb(inside: string[], far: string[]): string | null {
  const floor = webFloor(inside);
  const below = webFloor(far);
  if (below <= floor) return null;
  if (below === 3) return 'nothing imports main or routes';
  // A countdown shows the time that all countdowns of the page share.
  if (floor === 0) {
    const isKnown = far[0] === 'format' || far[0] === 'clock';
    return isKnown ? null : `ui knows widgets, formats and the clock only (${far[0]})`;
  }
  return `machinery of the page knows no noun of the trade (${far[0]})`;
}

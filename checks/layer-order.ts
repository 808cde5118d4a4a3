/**
 * The order of the code. A unit is a folder or a file below a workspace's `src`; `pages/*` stands for each folder
 * in `pages`. A unit imports what is in itself and in the groups before its own, and nothing else: what has to
 * reach further up does so by a job, a notification, or a function that it is handed.
 */
/** By workspace: its layers, lowest first; in each its groups of units, lowest first. */
export type LayerOrder = Record<string, Record<string, string[][]>>;

/** The most source files, styles and tests among them, that a folder may have. */
export const FOLDER_LIMIT = 30;

/** The workspaces that each workspace may import. */
export const MAY_IMPORT: Record<string, string[]> = {
  contract: [],
  server: ['contract'],
  demo: ['contract', 'server'],
  web: ['contract'],
  // Both find the browser, and a free port.
  e2e: ['contract', 'checks'],
  // It starts and loads the product, and measures pages with the windows and people of e2e.
  proof: ['contract', 'server', 'demo', 'e2e', 'checks'],
  checks: [],
};

/** A real database, mailbox and sign-on provider are the demo's, and tests stand on them too. */
export const TESTS_MAY_IMPORT: Record<string, string[]> = {
  // A free port, and faults.
  server: ['demo', 'checks', 'proof'],
  demo: ['server'],
};

export const LAYER_ORDER: LayerOrder = {
  contract: {
    base: [
      ['dates.ts', 'errors.ts', 'money.ts', 'paging.ts', 'roles.ts'],
      ['dismantling.ts', 'working-days.ts'],
      ['endpoint.ts', 'fields.ts'],
      ['dismantlers.ts'],
      ['live.ts', 'media.ts'],
    ],
    features: [
      ['auth', 'categories.ts', 'uploads.ts'],
      ['security', 'users.ts'],
      ['companies', 'service-stations.ts'],
      ['auctions'],
      [
        'alerts.ts',
        'bids',
        'dead-letters.ts',
        'first-view.ts',
        'look-back.ts',
        'notices.ts',
        'sales',
        'statistics.ts',
      ],
    ],
  },
  server: {
    base: [
      ['forgetful-map.ts', 'keys.ts', 'log.ts', 'outgoing.ts', 'release.ts', 'start-error.ts'],
      ['config.ts', 'open-port.ts', 'run.ts'],
      ['db'],
      ['tracing'],
      ['email', 'http', 'jobs', 'live'],
      ['metrics'],
      ['chain'],
      ['media'],
      ['context.ts'],
    ],
    features: [
      ['security'],
      ['companies', 'uploads', 'users'],
      ['auth', 'categories'],
      ['service-stations'],
      ['auctions/access', 'auctions/audit.ts'],
      ['auctions/emails', 'auctions/files', 'auctions/lists'],
      ['auctions/form', 'auctions/lifecycle'],
      ['auctions'],
      ['alerts', 'bids', 'sales', 'statistics'],
      ['admin'],
      ['notices'],
    ],
    operation: [['operation']],
    pages: [['pages']],
    node: [
      ['app.ts', 'email-jobs.ts', 'prepare-database.ts'],
      ['worker.ts'],
      ['worker-thread.ts'],
      ['node.ts', 'worker-main.ts'],
      ['doctor', 'listen.ts'],
      ['main.ts', 'commands'],
    ],
  },
  demo: {
    base: [['accounts.ts', 'demo-config.ts', 'random.ts']],
    parts: [
      ['emails', 'login', 'mailbox', 'postgres', 'sign-on', 'vehicles'],
      ['documents'],
      ['world'],
    ],
    start: [['serve-demo.ts'], ['demo.ts', 'restvarde.ts'], ['main.ts']],
  },
  web: {
    ui: [
      ['ui/clock', 'ui/format', 'ui/styles'],
      ['ui'],
      ['ui/button', 'ui/field'],
      ['ui/date', 'ui/display', 'ui/feedback', 'ui/files', 'ui/menu', 'ui/select'],
      ['ui/modal'],
    ],
    base: [
      ['base/session', 'base/urls'],
      ['base/api'],
      ['base/live'],
      ['base/forms', 'base/frame'],
    ],
    features: [
      [
        'features/categories',
        'features/companies',
        'features/documents',
        'features/shortcuts',
        'features/users',
      ],
      ['features/sales', 'features/stations'],
      ['features/auctions'],
      ['features/alerts'],
      ['features/bids'],
    ],
    pages: [['pages/*']],
    app: [['app']],
  },
};

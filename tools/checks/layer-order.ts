/**
 * By workspace its layers, and in each its groups of units, lowest first. A unit is a folder or a file below a workspace's
 * `src`; `pages/*` is each folder in `pages`. A unit imports from itself and from groups below its own. To reach a unit
 * above it uses a job, a notification, or a function passed to it.
 */
export type LayerOrder = Record<string, Record<string, string[][]>>;

/** The largest number of source files in a folder, with styles and tests. */
export const FOLDER_LIMIT = 30;

/** The workspaces that each workspace may import. */
export const MAY_IMPORT: Record<string, string[]> = {
  contract: [],
  server: ['contract'],
  demo: ['contract', 'server'],
  // The build makes a page of the integrator's guide.
  web: ['contract', 'docs'],
  e2e: ['contract', 'tools'],
  // It loads the product, and measures pages with the windows and people of e2e.
  proof: ['contract', 'server', 'demo', 'e2e', 'tools'],
  // `npm test` starts the demo's PostgreSQL.
  tools: ['demo'],
};

/** Tests use the demo's database, mailbox and sign-on provider, free ports, and faults. */
export const TESTS_MAY_IMPORT: Record<string, string[]> = {
  server: ['demo', 'tools', 'proof'],
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
      ['hours'],
      ['auth', 'categories.ts', 'push', 'uploads.ts'],
      ['security', 'users.ts'],
      ['companies', 'sale', 'service-stations.ts'],
      ['auctions'],
      [
        'alerts.ts',
        'bids',
        'failed-emails.ts',
        'feed',
        'first-view.ts',
        'look-back.ts',
        'notices.ts',
        'sale-calls',
        'statistics.ts',
        'vehicles',
      ],
    ],
  },
  server: {
    base: [
      [
        'forgetful-map.ts',
        'keys.ts',
        'log.ts',
        'outgoing.ts',
        'pdf',
        'release.ts',
        'start-error.ts',
      ],
      ['config.ts', 'open-port.ts', 'run.ts'],
      ['db'],
      ['tracing'],
      ['http', 'jobs', 'live'],
      ['metrics'],
      ['chain'],
      ['media'],
      ['context.ts'],
      ['email'],
    ],
    features: [
      ['security'],
      ['companies', 'uploads', 'users', 'vehicles'],
      ['auth', 'categories'],
      ['service-stations'],
      ['auctions/access', 'auctions/audit.ts'],
      ['auctions/files', 'auctions/lists'],
      ['auctions/emails', 'push'],
      ['auctions/saved-searches'],
      ['auctions/form', 'auctions/lifecycle'],
      ['auctions'],
      ['alerts', 'bids', 'sales', 'statistics'],
      ['admin', 'feed', 'proof', 'webhooks'],
      ['notices'],
    ],
    operation: [['operation']],
    pages: [['pages']],
    node: [
      ['app.ts', 'prepare-database.ts'],
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
        'features/push',
        'features/shortcuts',
        'features/uploads',
        'features/users',
      ],
      ['features/stations'],
      ['features/auctions'],
      ['features/alerts', 'features/sales'],
      ['features/bidding'],
    ],
    pages: [['pages/*']],
    app: [['app']],
  },
};

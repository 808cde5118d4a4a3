import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { listAuctions } from '@restvarde/contract/auctions/list-auctions';
import type { Company } from '@restvarde/contract/companies/companies';
import type { FirstAnswers } from '@restvarde/contract/first-view';
import { createServer } from 'vite';
import type { webApp } from './server.ts';

// The server program of the build, from source.
const vite = await createServer({
  root: join(import.meta.dirname, '../..'),
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
after(() => vite.close());
const program = await vite.ssrLoadModule('/src/app/server.ts');
const { renderFirstView } = program.webApp as typeof webApp;

/** The API's answers to a company's user with an empty list. */
const answersOf = (first_name: string, company: string, role: 10 | 20) =>
  ({
    me: {
      id: 1,
      email: `${first_name}@${company}.example`,
      first_name,
      last_name: 'Ek',
      role,
      is_superuser: false,
      is_ad_user: false,
      has_accepted_terms: true,
      is_staging_area: false,
      must_add_second_factor: false,
    },
    company: { id: 1, name: company, logo: null } as Company,
    page: { [listAuctions.path]: { results: [], next: null } },
  }) satisfies FirstAnswers;

const PEOPLE = [
  { answers: answersOf('Annika', 'Nordskydd', 20), width: 360 },
  { answers: answersOf('Bosse', 'Vastkust', 10), width: 1280 },
  { answers: null, width: 768 },
];

const render = ({ answers, width }: (typeof PEOPLE)[number]) =>
  renderFirstView({ path: answers === null ? '/' : '/auctions', width, answers });

test('ROLE-14 concurrently rendered views of different users do not affect each other', async () => {
  const alone: (string | undefined)[] = [];
  for (const person of PEOPLE) alone.push((await render(person))?.html);
  const together = await Promise.all([...PEOPLE, ...PEOPLE].map(render));
  for (const [index, view] of together.entries()) {
    assert.equal(view?.html, alone[index % PEOPLE.length]);
    const text = JSON.stringify(view);
    for (const [other, { answers }] of PEOPLE.entries()) {
      if (answers === null) continue;
      const isOwn = other === index % PEOPLE.length;
      const { me, company } = answers;
      for (const name of [me.first_name, company.name]) {
        assert.equal(text.includes(name), isOwn, name);
      }
    }
  }
});

test('SHELL-1 a rendered view contains the descriptions of its fields before the scripts are loaded', async () => {
  const login = await render({ answers: null, width: 360 });
  const html = login?.html ?? '';
  const named = [...html.matchAll(/ (?:for|aria-describedby|aria-labelledby)="([^"]+)"/g)];
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  assert.notEqual(named.length, 0);
  for (const [, list = ''] of named) {
    for (const id of list.split(' ')) assert.ok(ids.has(id), `${id} is named and not there`);
  }
});

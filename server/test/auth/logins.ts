import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { type Mailbox, startMailbox } from '../../../demo/src/mailbox/mailbox.ts';
import { codeIn, latestEmail } from '../../../demo/src/mailbox/read-mailbox.ts';
import { hashPassword } from '../../src/auth/passwords/password.ts';
import { makeCompany, makeStaff } from '../factories.ts';
import { startTestNode, type TestNode } from '../test-node.ts';

export const PASSWORD = 'Hemligt-lösen-2026';

interface Reply {
  status: number;
  body: string;
  headers: Record<string, string | string[] | number | undefined>;
}

/** A node with production limits, and users who log in by password and code from given addresses. */
export interface Logins {
  node: TestNode;
  mailbox: Mailbox;
  company: number;
  makePerson(): Promise<{ id: number; email: string }>;
  /** A user who has logged in once: the address, and the device's cookie. */
  makeOwner(): Promise<{ id: number; email: string; home: string; device: string }>;
  /** An unused address. */
  somewhere(): string;
  post(url: string, payload: object, from?: string, device?: string): Promise<Reply>;
  logIn(email: string, password: string, from?: string, device?: string): Promise<Reply>;
  /** Logs in with the password and the emailed code. */
  begin(email: string, from?: string): Promise<{ uuid: string; code: string }>;
  enter(uuid: string, code: string, from?: string, device?: string): Promise<Reply>;
  /** Lets `seconds` pass for all limits. */
  pass(seconds: number): Promise<unknown>;
  stop(): Promise<void>;
}

export async function openLogins(): Promise<Logins> {
  const mailbox = await startMailbox({ smtpPort: 0, webPort: 0 });
  const node = await startTestNode({ smtpUrl: mailbox.smtpUrl, limits: 'real' });
  const { db } = node.context.pool;
  const company = await makeCompany(db);
  const password_hash = await hashPassword(PASSWORD);
  let people = 0;
  let places = 0;
  const read = new Set<string>();

  const logins: Logins = {
    node,
    mailbox,
    company,
    async makePerson() {
      const email = `person${++people}@bolag.example`;
      const id = await makeStaff(db, company, 20, { email, password_hash });
      return { id, email };
    },
    async makeOwner() {
      const person = await logins.makePerson();
      const home = logins.somewhere();
      const { uuid, code } = await logins.begin(person.email, home);
      const { device } = JSON.parse((await logins.enter(uuid, code, home)).body);
      return { ...person, home, device };
    },
    somewhere() {
      places++;
      return `198.18.${places >> 8}.${places & 255}`;
    },
    async post(url, payload, from = logins.somewhere(), device) {
      const reply = await node.app.inject({
        method: 'POST',
        url,
        payload,
        headers: device === undefined ? {} : { device },
        remoteAddress: from,
      });
      return { status: reply.statusCode, body: reply.body, headers: reply.headers };
    },
    logIn: (email, password, from, device) =>
      logins.post('/api/auth/two-factor', { email, password }, from, device),
    async begin(email, from) {
      const { status, body } = await logins.logIn(email, PASSWORD, from);
      assert.equal(status, 200, body);
      const sent = await latestEmail(
        mailbox.url,
        email,
        ({ id, subject }) => !read.has(id) && /Din kod/.test(subject),
      );
      read.add(sent.id);
      return { uuid: JSON.parse(body).uuid, code: codeIn(sent) };
    },
    enter: (uuid, two_factor_code, from, device) =>
      logins.post('/api/auth/token/two-factor', { uuid, two_factor_code }, from, device),
    pass: (seconds) =>
      sql`update rate_limits set whole_at = whole_at - make_interval(secs => ${seconds})`.execute(
        db,
      ),
    async stop() {
      await node.stop();
      await mailbox.stop();
    },
  };
  return logins;
}

/**
 * Stops the process's clock until the test ends: values that nodes cache for a second stay cached unless they are
 * invalidated.
 */
export function standStill(t: TestContext): void {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
}

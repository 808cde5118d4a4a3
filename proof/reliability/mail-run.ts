import { sql } from 'kysely';
import { makeRandom, pick, type Random } from '../../demo/src/random.ts';
import type { EndedJob } from '../../server/src/auctions/emails/ended.email.tsx';
import { sendEndedEmails } from '../../server/src/auctions/emails/send-ended-emails.ts';
import { openPool, type Pool } from '../../server/src/db/pool.ts';
import { type Jobs, openJobs } from '../../server/src/jobs/queue.ts';
import { makeBulkWorld } from '../../server/test/auctions/bulk-world.ts';
import { eventually } from '../../server/test/eventually.ts';
import { type Fate, type SmtpDouble, startSmtpDouble } from '../../server/test/smtp-double.ts';
import { makeKillableNode } from './killable-node.ts';

/** The counts of a run. */
export interface MailReport {
  /** Emails of committed transactions to users who may get them. */
  caused: number;
  delivered: number;
  lost: number;
  /** Kills of the worker, and emails that it had delivered but not yet marked as sent when it was killed. */
  kills: number;
  killed_unmarked: number;
  /** Emails accepted by the server without an answer. */
  cut: number;
  /** Repeated deliveries: one for each cut connection, the others by kills. */
  duplicates: number;
  duplicates_by_kill: number;
  /** Emails of rolled-back transactions, and how many of them were sent. */
  rolled_back: number;
  sent_rolled_back: number;
  /** Emails whose recipients had lost access, and how many of them were sent. */
  revoked: number;
  sent_revoked: number;
  /** Attempts that the mail server refused, cut or did not answer. */
  faults: number;
  seconds: number;
}

const WATCHERS = 10;
/** Auctions per transaction. */
const AT_ONCE = 2;
/** One of this many transactions is rolled back. */
const ROLLED_BACK = 10;
/**
 * When the worker gives up a connection. Each hung connection takes this long. With a shorter time, a slow answer on a
 * busy machine would be given up too, and its email sent twice.
 */
const SOCKET_TIMEOUT_MS = 3_000;
/** The share of attempts that get one of `FAULTS`. */
const FAULTY = 0.3;
const FAULTS: Fate[] = [
  ...Array<Fate>(7).fill('later'),
  ...Array<Fate>(7).fill('leaving'),
  ...Array<Fate>(4).fill('cut'),
  ...Array<Fate>(2).fill('hangs'),
];

/**
 * Ends auctions while a node sends the emails through a faulty mail server and is killed repeatedly, and counts the
 * deliveries (MAIL-2). Retries are made due and heartbeats expired at once, so that only hung connections take time.
 */
export async function runMail(options: {
  databaseUrl: string;
  mails: number;
  kills: number;
  seed: number;
}): Promise<MailReport> {
  const { databaseUrl, kills } = options;
  const begun = performance.now();
  const random = makeRandom(options.seed);
  /** When this many emails are accepted, the node is killed before the server's answer, so the last one is repeated. */
  let killAt = Number.POSITIVE_INFINITY;
  const mail = await startSmtpDouble(
    () => (random() < FAULTY ? pick(random, FAULTS) : 'taken'),
    () => void (takenBy(mail) >= killAt && node.kill()),
  );
  const pool = openPool(databaseUrl, 4);
  const hurry = hurrier(pool);
  const jobs = await openJobs(databaseUrl, { work: false });
  const node = await makeKillableNode(
    databaseUrl,
    `${mail.url}/?socketTimeout=${SOCKET_TIMEOUT_MS}`,
  );
  try {
    const causes = await makeCauses(pool, jobs, random, options.mails);
    const unmarked = new Set<string>();
    for (let round = 0; round <= kills; round++) {
      await node.start();
      const before = takenBy(mail);
      const written = await causes.write((round + 1) / (kills + 1));
      if (round === kills || written === 0) continue;
      // The kill is in the middle of this round's emails: in even rounds before an answer, in odd ones at any moment.
      const enough = before + Math.max(1, Math.floor(written * (0.2 + 0.5 * random())));
      if (round % 2 === 0) killAt = enough;
      await eventually(async () => {
        await hurry();
        const missing = enough - takenBy(mail);
        if (missing > 0) throw new Error(`${missing} emails are not delivered`);
      }, 300_000);
      await node.kill();
      killAt = Number.POSITIVE_INFINITY;
      await mail.idle();
      for (const one of await expireHeartbeats(pool, mail)) unmarked.add(one);
    }
    await eventually(async () => {
      await hurry();
      const { rows } = await sql<{ open: number }>`
        select count(*) as open from pgboss.job
        where name = 'mail' and state in ('created', 'retry', 'active')`.execute(pool.db);
      if (rows[0]!.open > 0) throw new Error(`${rows[0]!.open} emails are not sent`);
    }, 1_200_000);
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    return { ...count(mail, causes), kills, killed_unmarked: unmarked.size, seconds };
  } finally {
    await node.stop();
    await jobs.stop();
    await pool.end();
    await mail.stop();
  }
}

/** Violations of MAIL-2, as sentences. */
export function breachesOf(report: MailReport): string[] {
  const breaches = [
    report.lost > 0 && `${report.lost} emails are lost`,
    report.sent_rolled_back > 0 && `${report.sent_rolled_back} emails were sent without a cause`,
    report.sent_revoked > 0 && `${report.sent_revoked} were sent to people who may not have them`,
    report.duplicates_by_kill > report.killed_unmarked &&
      `${report.duplicates_by_kill} emails were sent twice, and kills explain ${report.killed_unmarked}`,
  ];
  return breaches.filter((breach) => breach !== false);
}

interface Causes {
  caused: Set<string>;
  rolledBack: Set<string>;
  revoked: Set<string>;
  /** Queues emails until this share of all is queued. Returns the number of new ones. */
  write(part: number): Promise<number>;
}

/** Creates ended auctions. `write` queues emails about them, in transactions of which some are rolled back. */
async function makeCauses(pool: Pool, jobs: Jobs, random: Random, mails: number): Promise<Causes> {
  const { db } = pool;
  const { spread: auctions } = await makeBulkWorld(db, {
    bidders: 5 * WATCHERS,
    hot: 0,
    spread: Math.ceil(mails / WATCHERS),
  });
  await sql`
    insert into alerts (auction_id, service_station_id)
    select a.id, s.id
    from auctions a
    join (select id, row_number() over (order by id) as n from service_stations) s
      on (s.n - 1) / ${WATCHERS} = a.id % 5`.execute(db);
  await sql`
    with over as (update auction_standings set end_dt = now_ms(), closed_at = now_ms())
    update auctions set closed_at = now_ms()`.execute(db);
  const causes = {
    caused: new Set<string>(),
    rolledBack: new Set<string>(),
    revoked: new Set<string>(),
  };
  let written = 0;
  const writeBatch = async (ids: number[], isRolledBack: boolean) => {
    const rollback = new Error('rolled back');
    await db
      .transaction()
      .execute(async (tx) => {
        await sendEndedEmails({ jobs }, tx, ids);
        const { rows } = await sql<{ id: string; data: EndedJob }>`
          select id, data from pgboss.job
          where name = 'mail' and (data->>'auction_id')::integer = any(${ids}::integer[])`.execute(
          tx,
        );
        for (const { id, data } of rows) {
          if (isRolledBack) causes.rolledBack.add(id);
          else if (random() < 0.05) {
            await sql`delete from alerts where auction_id = ${data.auction_id}
              and service_station_id = ${data.service_station_id}`.execute(tx);
            causes.revoked.add(id);
          } else causes.caused.add(id);
        }
        if (isRolledBack) throw rollback;
      })
      .catch((error) => {
        if (error !== rollback) throw error;
      });
  };
  return {
    ...causes,
    async write(part) {
      const before = causes.caused.size;
      while (written < auctions.length * part) {
        const ids = auctions.slice(written, written + AT_ONCE);
        await writeBatch(ids, (written / AT_ONCE) % ROLLED_BACK === 2);
        written += ids.length;
      }
      return causes.caused.size - before;
    },
  };
}

/** Makes waiting retries due; at most twice a second, since it reads all jobs. */
function hurrier(pool: Pool): () => Promise<void> {
  let last = 0;
  return async () => {
    if (performance.now() - last < 500) return;
    last = performance.now();
    await sql`update pgboss.job set start_after = now()
      where name = 'mail' and state = 'retry' and start_after > now()`.execute(pool.db);
  };
}

/** Makes the killed node's jobs due again. Returns the emails that it had delivered but not marked as sent. */
async function expireHeartbeats(pool: Pool, mail: SmtpDouble): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update pgboss.job set heartbeat_on = now() - interval '1 minute'
    where name = 'mail' and state = 'active' returning id`.execute(pool.db);
  const taken = countTaken(mail);
  return rows.filter(({ id }) => taken.has(id)).map(({ id }) => `${id} ${taken.get(id)}`);
}

const idOf = (messageId: string) => messageId.slice(1, messageId.indexOf('@'));

function countTaken({ arrivals }: SmtpDouble): Map<string, number> {
  const taken = new Map<string, number>();
  for (const { message_id, fate } of arrivals) {
    const id = idOf(message_id);
    if (fate === 'taken') taken.set(id, (taken.get(id) ?? 0) + 1);
  }
  return taken;
}

const takenBy = (mail: SmtpDouble) => mail.arrivals.filter(({ fate }) => fate === 'taken').length;

function count(mail: SmtpDouble, { caused, rolledBack, revoked }: Causes) {
  const taken = countTaken(mail);
  let cut = 0;
  let sentRevoked = 0;
  let sentWithoutCause = 0;
  for (const { message_id, fate } of mail.arrivals) {
    const id = idOf(message_id);
    if (revoked.has(id)) sentRevoked++;
    else if (!caused.has(id)) sentWithoutCause++;
    if (fate === 'cut') cut++;
  }
  const byKill = [...taken.values()].reduce((sum, times) => sum + times - 1, 0);
  return {
    caused: caused.size,
    delivered: [...caused].filter((id) => taken.has(id)).length,
    lost: [...caused].filter((id) => !taken.has(id)).length,
    cut,
    duplicates: byKill + cut,
    duplicates_by_kill: byKill,
    rolled_back: rolledBack.size,
    sent_rolled_back: sentWithoutCause,
    revoked: revoked.size,
    sent_revoked: sentRevoked,
    faults: mail.tries() - takenBy(mail),
  };
}

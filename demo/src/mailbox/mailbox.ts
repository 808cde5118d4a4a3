import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { StartError } from '@restvarde/server/start-error';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { renderEmail, renderHtmlPart, renderList } from './mailbox-pages.ts';
import type { ReceivedEmail } from './read-mailbox.ts';

export type Mailbox = {
  /** Where to send emails. */
  smtpUrl: string;
  /** The page for people. `/email` below it lists the emails as JSON. */
  url: string;
  stop(): Promise<void>;
};

/** Emails kept; the oldest are removed first. */
const LIMIT = 1_000;

/**
 * Starts a mail server that accepts every email, and a page that shows them, on 127.0.0.1; port 0 takes a free one.
 * `folder` keeps the emails over a restart. Throws StartError if a port is taken.
 */
export async function startMailbox(options: {
  smtpPort: number;
  webPort: number;
  folder?: string;
}): Promise<Mailbox> {
  const emails = openEmails(options.folder);
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      buffer(stream)
        .then(async (raw) => emails.add(await parse(raw, envelope.rcptTo)))
        .then(() => done(), done);
    },
  });
  // Errors of a client's connection end only that connection.
  smtp.on('error', () => {});
  const page = createServer((request, reply) => answer(emails, request, reply));
  await listen(smtp.server, options.smtpPort, 'MAILBOX_SMTP_PORT');
  await listen(page, options.webPort, 'MAILBOX_PORT').catch((error) => {
    smtp.close();
    throw error;
  });
  for (const server of [smtp.server, page]) server.unref();
  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    url: `http://127.0.0.1:${portOf(page)}`,
    async stop() {
      page.close();
      page.closeAllConnections();
      await new Promise<void>((resolve) => smtp.close(resolve));
    },
  };
}

interface Emails {
  /** Oldest first. */
  all: ReceivedEmail[];
  add(email: Omit<ReceivedEmail, 'id'>): void;
  clear(): void;
}

/** Opens the emails in memory, and in a folder if there is one, a file each. */
function openEmails(folder: string | undefined): Emails {
  if (folder) mkdirSync(folder, { recursive: true });
  const files = folder ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  const fileOf = (id: string) => join(folder!, `${id}.json`);
  const all: ReceivedEmail[] = files
    .map((name) => JSON.parse(readFileSync(join(folder!, name), 'utf8')))
    .sort((one, other) => Number(one.id) - Number(other.id));
  const remove = ({ id }: ReceivedEmail) => folder && rmSync(fileOf(id), { force: true });
  let lastId = Number(all.at(-1)?.id ?? 0);
  return {
    all,
    add(received) {
      lastId += 1;
      const email = { id: String(lastId), ...received };
      if (folder) writeFileSync(fileOf(email.id), JSON.stringify(email));
      all.push(email);
      all.splice(0, all.length - LIMIT).forEach(remove);
    },
    clear() {
      all.splice(0).forEach(remove);
    },
  };
}

async function parse(raw: Buffer, to: { address: string }[]): Promise<Omit<ReceivedEmail, 'id'>> {
  const email = await PostalMime.parse(raw);
  const people = (addresses: { name?: string; address?: string }[] = []) =>
    addresses.map(({ name = '', address = '' }) => ({ name, address }));
  const images = email.attachments.map(({ contentId, mimeType, content }) => ({
    cid: `cid:${contentId?.replace(/^<|>$/g, '')}`,
    data: `data:${mimeType};base64,${Buffer.from(content as ArrayBuffer).toString('base64')}`,
  }));
  return {
    time: email.date ?? new Date().toISOString(),
    subject: email.subject ?? '',
    from: people(email.from ? [email.from] : []),
    to: people(email.to),
    headers: Object.fromEntries(email.headers.map(({ key, value }) => [key, value])),
    text: email.text ?? '',
    html: images.reduce((html, { cid, data }) => html.replaceAll(cid, data), email.html ?? ''),
    attachments: email.attachments.map(({ filename, mimeType }) => ({
      filename: filename ?? '',
      contentType: mimeType,
    })),
    envelope: { to: to.map(({ address }) => ({ address })) },
  };
}

function answer(emails: Emails, { method, url = '/' }: IncomingMessage, reply: ServerResponse) {
  const [, id, part] = /^\/email\/(\w+)(\/html)?$/.exec(url) ?? [];
  const email = emails.all.find((one) => one.id === id);
  if (method === 'DELETE' && id === 'all') {
    emails.clear();
    return reply.end();
  }
  if (url === '/email') {
    reply.setHeader('content-type', 'application/json');
    return reply.end(JSON.stringify(emails.all));
  }
  reply.setHeader('content-type', 'text/html; charset=utf-8');
  if (url === '/') return reply.end(renderList(emails.all));
  if (email) return reply.end(part ? renderHtmlPart(email) : renderEmail(email));
  reply.statusCode = 404;
  return reply.end();
}

/** Throws StartError with the name of the variable if the port cannot be used. */
async function listen(server: Server | SMTPServer['server'], port: number, variable: string) {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const reasons: Record<string, string> = { EADDRINUSE: 'is in use', EACCES: 'may not be used' };
    const reason = reasons[error.code ?? ''];
    if (!reason) throw error;
    throw new StartError(`Port ${port} ${reason}: set ${variable} to another port.`);
  });
}

function portOf(server: Server | SMTPServer['server']): number {
  return (server.address() as AddressInfo).port;
}

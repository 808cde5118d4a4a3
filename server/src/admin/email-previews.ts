import { timingSafeEqual } from 'node:crypto';
import type { EmailPreview } from '@restvarde/contract/companies/email-previews';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { type LoadedEmail, loadEmail, loadEmails, renderEmail } from '../email/emails.ts';
import { refuse } from '../http/domain-error.ts';
import { deriveKey, mac } from '../keys.ts';

const ADDRESS_LIFE_S = 15 * 60;

/** Allows only the email's own styles and its logo. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'";

interface Address {
  Params: { kind: string };
  Querystring: { company?: string; e?: string; s?: string };
}

/** A company as its emails name it. */
interface Sender {
  name: string;
  email: string;
  phone: string;
  logo_key: string | null;
}

/**
 * Lists every kind of email with sample data, as the company sends it (MAIL-7).
 * @throws DomainError 404 if the company does not exist
 */
export async function listPreviews(context: AppContext, company: number): Promise<EmailPreview[]> {
  const sender = await readSender(context, company);
  const expires = String(Math.floor(Date.now() / 1000) + ADDRESS_LIFE_S);
  const emails = (await loadEmails()).filter(({ isForOperators }) => !isForOperators);
  emails.sort((a, b) => a.name.localeCompare(b.name, 'sv'));
  return emails.map((email) => {
    const { kind, name } = email;
    const signature = sign(context, kind, String(company), expires).toString('base64url');
    return {
      kind,
      name,
      subject: email.subject(sampleOf(email, sender)),
      address: `/email-previews/${kind}?company=${company}&e=${expires}&s=${signature}`,
    };
  });
}

/**
 * Serves a preview at its signed URL, because a frame sends no token.
 * @throws DomainError 404 for an unsigned or expired URL
 */
export function previewRoute(app: FastifyInstance, context: AppContext): void {
  app.get<Address>('/email-previews/:kind', async ({ params: { kind }, query }, reply) => {
    const { company = '', e = '', s = '' } = query;
    const expected = sign(context, kind, String(company), String(e));
    const actual = Buffer.from(String(s), 'base64url');
    const isSigned = actual.length === expected.length && timingSafeEqual(actual, expected);
    const email = await loadEmail(kind);
    if (!isSigned || Number(e) * 1000 < Date.now() || email === null) throw refuse.notFound();
    return reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(await render(context, email, Number(company)));
  });
}

const sign = ({ config }: AppContext, kind: string, company: string, expires: string) =>
  mac(deriveKey(config.secret, 'previews'), JSON.stringify([kind, company, expires]));

async function render(context: AppContext, email: LoadedEmail, company: number): Promise<string> {
  const sender = await readSender(context, company);
  const props = sampleOf(email, sender);
  const logo = sender.logo_key && (await context.media.forEmails.logo(sender.logo_key));
  const letterhead = {
    company_name: sender.name,
    logo: logo ? `data:image/png;base64,${logo.toString('base64')}` : null,
    cover: null,
  };
  // Emails about an object come from the seller (MAIL-6).
  const top = 'manufacturer' in props ? { letterhead, pictures: [] } : null;
  return (await renderEmail(email, { to: '', props, top })).html;
}

/** Returns the email's first sample, with the company's name and contact. */
function sampleOf({ samples }: LoadedEmail, { name, email, phone }: Sender): object {
  const [ordinary = {}] = Object.values(samples);
  const own = { company_name: name, company_email: email, company_phone: phone };
  const named = Object.entries(own).filter(([field]) => field in ordinary);
  return { ...ordinary, ...Object.fromEntries(named) };
}

async function readSender({ pool }: AppContext, company: number): Promise<Sender> {
  const sender = await pool.db
    .selectFrom('companies')
    .select(['name', 'email', 'phone', 'logo_key'])
    .where('id', '=', company)
    .executeTakeFirst();
  if (!sender) throw refuse.notFound();
  return sender;
}

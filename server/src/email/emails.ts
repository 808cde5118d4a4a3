import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { WorkerContext } from '../context.ts';
import type { Email, EmailDefinition, EmailTemplate, Message } from './email.ts';

/** An email by its file. Those without `read` are sent by the job of another. */
export type LoadedEmail = { kind: string } & EmailTemplate<object> &
  Partial<Pick<EmailDefinition<object, object>, 'read'>>;

const SOURCES = dirname(import.meta.dirname);

let files: Map<string, string> | undefined;

/** The paths of all emails, by kind. */
function findFiles(): Map<string, string> {
  files ??= new Map(
    globSync('*/emails/*.email.tsx', { cwd: SOURCES })
      .sort()
      .map((file) => [basename(file, '.email.tsx'), join(SOURCES, file)]),
  );
  return files;
}

async function loadFile([kind, path]: [kind: string, path: string]): Promise<LoadedEmail> {
  await import('./jsx-loader.ts');
  return { kind, ...(await import(path)).default };
}

/** Loads every email. */
export function loadEmails(): Promise<LoadedEmail[]> {
  return Promise.all([...findFiles()].map(loadFile));
}

/** Loads the email of a kind. Null if only another release has it. */
export async function loadEmail(kind: string): Promise<LoadedEmail | null> {
  const path = findFiles().get(kind);
  return path === undefined ? null : loadFile([kind, path]);
}

/** A job as queued. Earlier releases wrote `letter` instead of `kind`, and jobs may wait for months. */
export type QueuedEmail = { kind: string } | { letter: string };

const FORMER_KINDS: Record<string, string> = { 'untold-winners': 'unnotified-winners' };

/** Returns the kind of a job, by its present name. */
export function kindOf(job: QueuedEmail): string {
  const kind = 'kind' in job ? job.kind : job.letter;
  return FORMER_KINDS[kind] ?? kind;
}

/**
 * Renders a job's email. Null if it has no recipient any more. Throws if this release does not have its kind: a node
 * of the release that queued it sends it on a retry.
 */
export async function renderJob(
  context: WorkerContext,
  job: QueuedEmail,
  jobId: string,
): Promise<Email | null> {
  const kind = kindOf(job);
  const email = await loadEmail(kind);
  if (!email?.read) throw new Error(`This node knows no email "${kind}".`);
  const message = await email.read(context, job, jobId);
  return message === null || 'html' in message ? message : renderEmail(email, message);
}

/** The template's name, such as `winner`, the sample's name, and the email. */
export interface RenderedSample {
  template: string;
  name: string;
  email: Email;
}

/** Every sample of every template, for the gallery and the tests. */
export async function renderSamples(): Promise<RenderedSample[]> {
  const rendered = (await loadEmails()).flatMap((template) =>
    Object.entries(template.samples).map(async ([name, props]) => ({
      template: template.kind,
      name,
      email: await renderEmail(template, { to: 'anna@verkstad.example', props }),
    })),
  );
  return Promise.all(rendered);
}

/**
 * Renders a template to HTML, and that to text. Loads React with the first email. Uses `oneClickUrl` if the template can
 * be turned off.
 */
export async function renderEmail<Props extends object>(
  template: EmailTemplate<Props>,
  { to, props, top = null, oneClickUrl }: Message<Props>,
): Promise<Email> {
  const { renderHtml, renderText } = await import('./renderer.ts');
  const html = renderHtml(template.template, props, top?.letterhead ?? null);
  const unsubscribeUrl = template.unsubscribeUrl?.(props);
  return {
    to,
    subject: template.subject(props),
    html,
    text: renderText(html),
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
    ...(unsubscribeUrl && oneClickUrl ? { oneClickUrl } : {}),
    ...(top && top.pictures.length > 0 ? { pictures: top.pictures } : {}),
  };
}

import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Email, EmailTemplate } from './email.ts';
import { renderEmail } from './render-email.ts';
import './renderer.ts';

/** A template's name, such as `winner`, what is special about this sample, and the email. */
export interface RenderedSample {
  template: string;
  name: string;
  email: Email;
}

/** Every sample of every template, for the gallery and the tests. */
export async function renderSamples(): Promise<RenderedSample[]> {
  const sources = dirname(import.meta.dirname);
  const files = globSync('*/emails/*.email.tsx', { cwd: sources }).sort();
  const rendered = files.map(async (file) => {
    const template: EmailTemplate<object> = await import(join(sources, file));
    const samples = Object.entries(template.samples).map(async ([name, props]) => ({
      template: basename(file, '.email.tsx'),
      name,
      email: await renderEmail('anna@verkstad.example', async () => template, props),
    }));
    return Promise.all(samples);
  });
  return (await Promise.all(rendered)).flat();
}

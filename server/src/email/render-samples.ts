import type { Email } from './email.ts';
import { renderEmail } from './render-email.ts';
import { loadTemplates } from './templates.ts';

/** The template's name, such as `winner`, the sample's name, and the email. */
export interface RenderedSample {
  template: string;
  name: string;
  email: Email;
}

/** Every sample of every template, for the gallery and the tests. */
export async function renderSamples(): Promise<RenderedSample[]> {
  const rendered = [...(await loadTemplates())].map(([name, template]) => {
    const samples = Object.entries(template.samples).map(async ([sample, props]) => ({
      template: name,
      name: sample,
      email: await renderEmail('anna@verkstad.example', async () => template, props),
    }));
    return Promise.all(samples);
  });
  return (await Promise.all(rendered)).flat();
}

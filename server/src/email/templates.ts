import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { EmailTemplate } from './email.ts';

/** Every template by name, such as `winner`. The `.tsx` loader is registered with the first call. */
export async function loadTemplates(): Promise<Map<string, EmailTemplate<object>>> {
  await import('./jsx-loader.ts');
  const sources = dirname(import.meta.dirname);
  const files = globSync('*/emails/*.email.tsx', { cwd: sources }).sort();
  return new Map(
    await Promise.all(
      files.map(
        async (file): Promise<[string, EmailTemplate<object>]> => [
          basename(file, '.email.tsx'),
          await import(join(sources, file)),
        ],
      ),
    ),
  );
}

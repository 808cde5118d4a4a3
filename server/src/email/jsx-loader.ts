// Lets Node import `.tsx`, so that development, tests and production run the files of the repository.
import { readFileSync } from 'node:fs';
import { registerHooks, setSourceMapsSupport } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'oxc-transform';

// Stack traces show source lines.
setSourceMapsSupport(true);

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context);
    const path = fileURLToPath(url);
    const { code, map, errors } = transformSync(path, readFileSync(path, 'utf8'), {
      jsx: { runtime: 'automatic', development: false },
      sourcemap: true,
      typescript: { onlyRemoveTypeImports: true },
    });
    if (errors[0]) throw new SyntaxError(`${path}: ${errors[0].codeframe ?? errors[0].message}`);
    const encodedMap = Buffer.from(JSON.stringify(map)).toString('base64');
    const source = `${code}\n//# sourceMappingURL=data:application/json;base64,${encodedMap}`;
    return { format: 'module', source, shortCircuit: true };
  },
});

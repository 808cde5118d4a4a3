import { createHash } from 'node:crypto';

/** The parts of an OpenAPI document that the page shows. */
export interface ApiDescription {
  info: { title: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, ApiCall>>;
  components: { schemas: Record<string, object> };
}

interface ApiCall {
  summary: string;
  description: string;
  tags: string[];
  parameters: object[];
  requestBody?: object;
  responses: object;
}

const STYLES = `body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
summary { cursor: pointer; padding: 0.25rem 0; }
pre { background: #8881; font-size: 0.8rem; overflow: auto; padding: 1rem; }
:root { color-scheme: light dark; }`;

/** The headers of the page: it loads nothing and runs no script. */
export const API_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLES).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};

/** Returns the page that lists the calls of an OpenAPI document by tag, and its schemas (API-1). */
export function renderApiPage({ info, tags, paths, components }: ApiDescription): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  );
  const sections = tags.map(({ name, description }) => {
    const inside = calls.filter(({ call }) => call.tags.includes(name));
    return `<h2>${escapeHtml(description)}</h2>\n${inside.map(renderCall).join('\n')}`;
  });
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `<h3 id="${name}">${name}</h3>\n<pre>${renderJson(schema)}</pre>`,
  );
  return `<!doctype html>
<html lang="sv">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(info.title)} – anrop</title>
<style>${STYLES}</style>
</head>
<body>
<h1>${escapeHtml(info.title)} – anrop</h1>
<p>${escapeHtml(info.description)}</p>
<p><a href="/api/openapi.json">OpenAPI 3.1</a></p>
${sections.join('\n')}
<h2>Scheman</h2>
${schemas.join('\n')}
</body>
</html>
`;
}

function renderCall(part: { path: string; method: string; call: ApiCall }): string {
  const { summary, description, parameters, requestBody, responses } = part.call;
  const schemas = { parameters, requestBody, responses };
  return `<details>
<summary><code>${part.method.toUpperCase()} ${escapeHtml(part.path)}</code> ${escapeHtml(summary)}</summary>
<p>${escapeHtml(description)}</p>
<pre>${renderJson(schemas)}</pre>
</details>`;
}

/** JSON in which references to schemas are links. */
function renderJson(value: object): string {
  return escapeHtml(JSON.stringify(value, null, 2)).replaceAll(
    /&quot;#\/components\/schemas\/(\w+)&quot;/g,
    '<a href="#$1">$1</a>',
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

import { createToken } from '@restvarde/contract/feed/tokens';
import { listTokens, readToken } from '../../feed/read-tokens.ts';
import { addToken, revokeToken } from '../../feed/write-tokens.ts';
import { StartError } from '../../start-error.ts';
import { readForm } from '../base/read-form.ts';
import { commandOf } from './actions.ts';

export const token = commandOf(
  {
    summary: "list, create and revoke the tokens of a company's other systems",
    about: `As admins do on the page ”Integrationer” (FEED-1). The company gets an email about a new token, which is printed once.
create takes --scope auctions:read or auctions:write (default: auctions:write, which includes reading) and
--expires YYYY-MM-DD (default: in 365 days).`,
    options: { scope: { type: 'string' }, expires: { type: 'string' } },
  },
  {
    list: {
      takes: [],
      help: 'all that are not revoked, with their first characters and last use',
      async run({ tx, company, name }) {
        const tokens = await listTokens(tx, company);
        if (tokens.length === 0) return [`${name} has no tokens.`];
        return tokens.map((one) =>
          [
            one.prefix,
            one.name,
            one.scopes.join(' '),
            `until ${one.expires_on}`,
            one.last_used_at === null ? 'never used' : `used ${one.last_used_at}`,
          ].join('  '),
        );
      },
    },
    create: {
      takes: ['<name>'],
      help: 'prints the token, which no later command shows',
      async run({ context, tx, company, name, args, options, isDry, operator }) {
        const form = readForm(createToken.body, {
          name: args[0],
          scopes: [options.scope ?? 'auctions:write'],
          expires_on: options.expires,
        });
        const { id, token: secret } = await addToken(context, tx, await operator(), company, form);
        const { expires_on } = await readToken(tx, company, id);
        const added = `${name} has the token ${form.name}, valid until ${expires_on}.`;
        return isDry ? [added] : [added, secret];
      },
    },
    revoke: {
      takes: ['<first characters>'],
      help: 'at once; the first characters are those of list',
      async run({ tx, company, name, args: [prefix = ''], operator }) {
        const found = (await listTokens(tx, company)).find((one) => one.prefix === prefix);
        if (!found) throw new StartError(`${name} has no token that begins with ${prefix}.`);
        await revokeToken(tx, await operator(), company, found.id);
        return [`The token ${found.name} is revoked.`];
      },
    },
  },
);

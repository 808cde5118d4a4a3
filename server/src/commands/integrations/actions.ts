import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import type { Actor } from '../../http/route.ts';
import { StartError } from '../../start-error.ts';
import type { Command, Invocation } from '../base/command.ts';
import { inOneTransaction } from '../base/open-context.ts';
import { companyOf, findOperator } from '../base/operator.ts';
import { rethrowAsStartError } from '../base/read-form.ts';

/** What an action of a command gets. */
export interface Acting {
  context: AppContext;
  tx: Tx;
  /** The company's id. */
  company: number;
  /** Its name as the operator wrote it. */
  name: string;
  /** The arguments after the company. */
  args: string[];
  options: Invocation['options'];
  isDry: boolean;
  /** The superuser on whose behalf it writes. */
  operator(): Promise<Actor>;
}

/** An action on the integrations of a company. */
export interface Action {
  /** Its arguments after the company. */
  takes: string[];
  /** Its description in `--help`. */
  help: string;
  /** Runs in one transaction. Returns the lines to print. */
  run(acting: Acting): Promise<string[]>;
}

/** A command `<action> <company> …` from its actions. `about` is its text in `--help`. */
export function commandOf(
  { summary, about, options = {} }: Pick<Command, 'summary' | 'options'> & { about: string },
  actions: Record<string, Action>,
): Command {
  const forms = Object.entries(actions).map(([action, { takes, help }]) => {
    const form = [action, '<company>', ...takes].join(' ');
    return `  ${form.padEnd(34)} ${help}`;
  });
  const most = Math.max(...Object.values(actions).map(({ takes }) => takes.length));
  return {
    summary,
    help: `${about}\n\n${forms.join('\n')}`,
    arguments: { usage: '<action> <company> … [--as <superuser>]', least: 2, most: 2 + most },
    options: { ...options, as: { type: 'string' } },
    async run(invocation) {
      const [action = '', name = '', ...args] = invocation.args;
      const chosen = actions[action];
      if (!chosen)
        throw new StartError(`The action must be one of ${Object.keys(actions).join(', ')}.`);
      if (args.length !== chosen.takes.length)
        throw new StartError(`${action} takes ${['<company>', ...chosen.takes].join(' ')}.`);
      const { options: given, isDry } = invocation;
      const lines = await inOneTransaction(invocation, async (context, tx) => {
        const operator = () => findOperator(tx, given.as as string | undefined);
        const company = await companyOf(tx, name);
        return chosen
          .run({ context, tx, company, name, args, options: given, isDry, operator })
          .catch(rethrowAsStartError);
      });
      for (const line of lines) invocation.print(line);
      return 0;
    },
  };
}

import { createWebhook, type Delivery, WEBHOOK_EVENTS } from '@restvarde/contract/feed/webhooks';
import { StartError } from '../../start-error.ts';
import { listDeliveries, listWebhooks, readWebhook } from '../../webhooks/read-webhooks.ts';
import { addWebhook, changeWebhook, queueAgain } from '../../webhooks/write-webhooks.ts';
import { readForm } from '../base/read-form.ts';
import { type Action, commandOf } from './actions.ts';

export const webhook = commandOf(
  {
    summary: 'list, add, start and stop the webhooks of a company, and send again what failed',
    about: `As admins do on the page ”Integrationer” (FEED-9). The secret of a new webhook is printed once.
add takes --event for each type of event (default: all): ${WEBHOOK_EVENTS.join(', ')}.`,
    options: { event: { type: 'string', multiple: true } },
  },
  {
    list: {
      takes: [],
      help: 'all, with their ids and whether they are on',
      async run({ tx, company, name }) {
        const webhooks = await listWebhooks(tx, company);
        if (webhooks.length === 0) return [`${name} has no webhooks.`];
        return webhooks.map(({ id, url, events, active }) =>
          [id, active ? 'on' : 'off', url, events.join(' ')].join('  '),
        );
      },
    },
    add: {
      takes: ['<url>'],
      help: 'prints its secret, which no later command shows',
      async run({ context, tx, company, name, args: [url], options, isDry, operator }) {
        const form = readForm(createWebhook.body, { url, events: options.event ?? WEBHOOK_EVENTS });
        const { id, secret } = await addWebhook(context, tx, await operator(), company, form);
        const added = `${name} has webhook ${id} to ${form.url}.`;
        return isDry ? [added] : [added, secret];
      },
    },
    on: switchTo(true, 'starts it, also after the product stopped it; what waits is sent'),
    off: switchTo(false, 'stops it; events from now on are not sent'),
    failing: {
      takes: [],
      help: 'the deliveries whose last try failed, of the last 50 of each',
      async run({ tx, company, name }) {
        const failing: string[] = [];
        for (const { id, url } of await listWebhooks(tx, company)) {
          const failed = (await listDeliveries(tx, company, id)).filter(hasFailed);
          failing.push(...failed.map((delivery) => describe(id, url, delivery)));
        }
        return failing.length > 0 ? failing : [`No delivery of ${name} fails.`];
      },
    },
    resend: {
      takes: ['<id>', '<delivery>'],
      help: 'sends a delivery again, with the same id and body',
      async run({ tx, company, args: [id, delivery] }) {
        await queueAgain(tx, company, readId(id), readId(delivery));
        return [`Delivery ${delivery} is sent again.`];
      },
    },
  },
);

function switchTo(active: boolean, help: string): Action {
  return {
    takes: ['<id>'],
    help,
    async run({ context, tx, company, args, operator }) {
      const id = readId(args[0]);
      await changeWebhook(context, tx, await operator(), company, id, { active });
      const { url } = await readWebhook(tx, company, id);
      return [`Webhook ${id} to ${url} is ${active ? 'on' : 'off'}.`];
    },
  };
}

function readId(written = ''): number {
  if (!/^\d{1,9}$/.test(written)) throw new StartError(`"${written}" is not an id: see list.`);
  return Number(written);
}

const hasFailed = ({ status, error }: Delivery) =>
  error !== null || (status !== null && (status < 200 || status > 299));

const describe = (id: number, url: string, delivery: Delivery) =>
  [
    `webhook ${id} (${url})`,
    `delivery ${delivery.id}`,
    delivery.type,
    delivery.created_at,
    `${delivery.tries} tries`,
    delivery.status === null ? delivery.error : `status ${delivery.status}`,
    delivery.next_at === null ? 'not tried again' : `tried again ${delivery.next_at}`,
  ].join('  ');

import { changeWebhook, listWebhooks, type Webhook } from '@restvarde/contract/feed/webhooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '../../../base/api/call.ts';
import { Button } from '../../../ui/button/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { showSuccess, showToast } from '../../../ui/feedback/toast.ts';
import { ThreeDotMenu } from '../../../ui/menu/menu.tsx';
import { Fetched } from '../parts/fetched.tsx';
import { ListRow, RowButton } from '../parts/list-row.tsx';
import styles from '../parts/settings.module.css';
import { describeEvents } from './webhook-words.ts';

// Loaded when a button is pressed: most visits only read.
const loadDialogs = () => import('./webhook-dialogs.tsx');
const WebhookDialog = lazy(async () => ({ default: (await loadDialogs()).WebhookDialog }));
const RotateWebhookDialog = lazy(async () => ({
  default: (await loadDialogs()).RotateWebhookDialog,
}));
const RemoveWebhookDialog = lazy(async () => ({
  default: (await loadDialogs()).RemoveWebhookDialog,
}));
const DeliveriesDialog = lazy(async () => ({
  default: (await import('./deliveries-dialog.tsx')).DeliveriesDialog,
}));

const DIALOGS = {
  change: WebhookDialog,
  rotate: RotateWebhookDialog,
  remove: RemoveWebhookDialog,
  deliveries: DeliveriesDialog,
};

type Chosen = { webhook: Webhook; act: keyof typeof DIALOGS };

/** The webhooks of a company (FEED-9). */
export function WebhookList({ company }: { company: string | undefined }) {
  const query = useQuery({
    queryKey: ['webhooks', company ?? null],
    queryFn: ({ signal }) => call(listWebhooks, { query: { company }, signal }),
  });
  const [isAdding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const Dialog = chosen && DIALOGS[chosen.act];
  const onClose = () => setChosen(null);
  return (
    <>
      <div className={styles.heading}>
        <h2>Webhookar</h2>
        <Button aria-haspopup="dialog" onPress={() => setAdding(true)}>
          Lägg till webhook
        </Button>
      </div>
      <Fetched query={query} waiting="Hämtar webhookarna">
        {(webhooks) =>
          webhooks.length === 0 ? (
            <EmptyState title="Inga webhookar">
              Med en webhook får bolagets skadesystem veta direkt när något händer, till exempel när
              en auktion slutar.
            </EmptyState>
          ) : (
            <ul className="stack surface" aria-label="Webhookar">
              {webhooks.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  {...{ webhook, company }}
                  onChoose={(act) => setChosen({ webhook, act })}
                />
              ))}
            </ul>
          )
        }
      </Fetched>
      <Suspense fallback={null}>
        {isAdding && (
          <WebhookDialog {...{ company }} webhook={null} onClose={() => setAdding(false)} />
        )}
        {Dialog && <Dialog {...{ company, onClose }} webhook={chosen.webhook} />}
      </Suspense>
    </>
  );
}

function WebhookRow(props: {
  webhook: Webhook;
  company: string | undefined;
  onChoose: (act: Chosen['act']) => void;
}) {
  const { webhook, company, onChoose } = props;
  const { id, url, active } = webhook;
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () =>
      call(changeWebhook, { params: { id }, query: { company }, body: { active: !active } }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ['webhooks'] });
      showSuccess(active ? 'Webhooken är avstängd.' : 'Webhooken har startats.');
    },
    onError: ({ message }) => showToast({ tone: 'danger', text: message }),
  });
  return (
    <ListRow
      name={url}
      warning={active ? null : 'Avstängd'}
      tools={
        <>
          {!active && (
            <RowButton of={url} onPress={() => mutate()}>
              Starta
            </RowButton>
          )}
          <RowButton
            of={`till ${url}`}
            aria-haspopup="dialog"
            onPress={() => onChoose('deliveries')}
          >
            Utskick
          </RowButton>
          <ThreeDotMenu
            label={`Fler val för ${url}`}
            choices={[
              { id: 'change', label: 'Ändra', onAction: () => onChoose('change') },
              { id: 'rotate', label: 'Byt hemlighet', onAction: () => onChoose('rotate') },
              ...(active ? [{ id: 'stop', label: 'Stäng av', onAction: () => mutate() }] : []),
              {
                id: 'remove',
                label: 'Ta bort',
                isDanger: true,
                onAction: () => onChoose('remove'),
              },
            ]}
          />
        </>
      }
    >
      <p className={styles.detail}>{describeEvents(webhook)}</p>
    </ListRow>
  );
}

import {
  type Delivery,
  listDeliveries,
  resendDelivery,
  testWebhook,
  type Webhook,
} from '@restvarde/contract/feed/webhooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../base/api/call.ts';
import { Button } from '../../../ui/button/button.tsx';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';
import { formatDateTime, formatWhen } from '../../../ui/format/dates.ts';
import { Modal } from '../../../ui/modal/modal.tsx';
import { Fetched } from '../parts/fetched.tsx';
import { ListRow } from '../parts/list-row.tsx';
import styles from '../parts/settings.module.css';
import { describeDelivery, EVENT_LABEL, isGivenUp, isUnderWay } from './webhook-words.ts';

/** How often the list is fetched while something is being sent. */
const REFETCH_MS = 5_000;

/** What was sent to a webhook, with «Skicka test» and «Skicka igen» (FEED-9, FEED-10). */
export function DeliveriesDialog(props: {
  webhook: Webhook;
  company: string | undefined;
  onClose: () => void;
}) {
  const { webhook, company, onClose } = props;
  const client = useQueryClient();
  const queryKey = ['webhook-deliveries', webhook.id];
  const { id } = webhook;
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listDeliveries, { params: { id }, query: { company }, signal }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? REFETCH_MS : false),
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (deliveryId: number | null) =>
      deliveryId === null
        ? call(testWebhook, { params: { id }, query: { company } })
        : call(resendDelivery, { params: { id, deliveryId }, query: { company } }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
    onError: ({ message }) => showToast({ tone: 'danger', text: message }),
  });
  return (
    <Modal
      title="Utskick"
      placement="side"
      onOpenChange={onClose}
      footer={
        <Button isPending={isPending} pendingLabel="Skickar …" onPress={() => mutate(null)}>
          Skicka test
        </Button>
      }
    >
      <div className="stack gap-4">
        <p className="quiet">{`Till ${webhook.url}. De 50 senaste under 30 dagar visas.`}</p>
        <Fetched query={query} waiting="Hämtar utskicken">
          {(deliveries) =>
            deliveries.length === 0 ? (
              <EmptyState title="Inget har skickats än" />
            ) : (
              <ul className="stack surface" aria-label="Utskick">
                {deliveries.map((delivery) => (
                  <DeliveryRow
                    key={delivery.id}
                    delivery={delivery}
                    onResend={() => mutate(delivery.id)}
                  />
                ))}
              </ul>
            )
          }
        </Fetched>
      </div>
    </Modal>
  );
}

function DeliveryRow({ delivery, onResend }: { delivery: Delivery; onResend: () => void }) {
  const { type, created_at } = delivery;
  const created = formatDateTime(created_at);
  return (
    <ListRow
      name={EVENT_LABEL[type]}
      warning={isGivenUp(delivery) ? 'Inte mottaget' : null}
      tools={
        <Button
          variant="quiet"
          size="sm"
          aria-label={`Skicka igen: ${EVENT_LABEL[type]}, ${created}`}
          onPress={onResend}
        >
          Skicka igen
        </Button>
      }
    >
      <p className={styles.detail}>{created}</p>
      <p className={styles.detail}>
        {describeDelivery(delivery, (at) => formatWhen(at, serverClock.now()))}
      </p>
    </ListRow>
  );
}

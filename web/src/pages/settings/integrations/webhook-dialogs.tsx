import {
  changeWebhook,
  createWebhook,
  removeWebhook,
  rotateWebhook,
  WEBHOOK_EVENTS,
  WEBHOOK_LIMITS,
  type Webhook,
} from '@restvarde/contract/feed/webhooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../base/api/call.ts';
import { RemoveDialog } from '../../../base/forms/act-dialog.tsx';
import { MultiSelectInput } from '../../../base/forms/choice-input.tsx';
import { draftSchema } from '../../../base/forms/draft-schema.ts';
import { FormDialog } from '../../../base/forms/form-dialog.tsx';
import { TextInput } from '../../../base/forms/text-input.tsx';
import { useCheckedForm } from '../../../base/forms/use-checked-form.ts';
import { showSuccess } from '../../../ui/feedback/toast.ts';
import { AlertDialog } from '../../../ui/modal/alert-dialog.tsx';
import { NewSecret } from './new-secret.tsx';
import { EVENT_CHOICES } from './webhook-words.ts';

const KEY = { queryKey: ['webhooks'] };

interface Draft {
  url: string;
  events: string[];
}

const schema = draftSchema(createWebhook.body, (draft: Draft) => draft);

interface DialogProps {
  company: string | undefined;
  onClose: () => void;
}

/** Adds a webhook, and shows its secret once; or changes one (FEED-9). */
export function WebhookDialog({
  company,
  webhook,
  onClose,
}: DialogProps & { webhook: Webhook | null }) {
  const client = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const checked = useCheckedForm({
    initial: {
      url: webhook?.url ?? '',
      events: [...(webhook?.events ?? WEBHOOK_EVENTS)],
    } as Draft,
    schema,
    async send(body) {
      if (webhook === null) {
        const added = await call(createWebhook, { query: { company }, body });
        setSecret(added.secret);
      } else {
        await call(changeWebhook, { params: { id: webhook.id }, query: { company }, body });
        showSuccess('Webhooken har sparats.');
        onClose();
      }
      await client.invalidateQueries(KEY);
    },
  });
  const { control } = checked;
  if (secret !== null) return <NewWebhookSecret {...{ secret, onClose }} />;
  return (
    <FormDialog
      title={webhook === null ? 'Lägg till webhook' : 'Ändra webhook'}
      submitLabel={webhook === null ? 'Lägg till' : 'Spara'}
      {...{ checked, onClose }}
    >
      <TextInput
        control={control}
        name="url"
        label="Adress"
        type="url"
        maxLength={WEBHOOK_LIMITS.url}
        autoComplete="off"
        spellCheck="false"
        description="Dit skickas händelserna, som https://skador.bolaget.se/restvarde"
      />
      <MultiSelectInput
        control={control}
        name="events"
        label="Händelser"
        allLabel="Välj alla"
        choices={EVENT_CHOICES}
      />
    </FormDialog>
  );
}

function NewWebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <NewSecret noun="hemligheten" {...{ secret, onClose }}>
      Hemligheten visas bara den här gången. Kopiera den till systemet som tar emot händelserna. Med
      den kontrollerar systemet att de kommer från Restvärde.
    </NewSecret>
  );
}

/** Asks before replacing the secret, and shows the new one once. */
export function RotateWebhookDialog({
  webhook,
  company,
  onClose,
}: DialogProps & { webhook: Webhook }) {
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => call(rotateWebhook, { params: { id: webhook.id }, query: { company } }),
  });
  if (data !== undefined) return <NewWebhookSecret secret={data.secret} onClose={onClose} />;
  return (
    <AlertDialog
      title="Byt hemlighet?"
      onOpenChange={onClose}
      confirmLabel="Byt hemlighet"
      onConfirm={() => mutate()}
      isPending={isPending}
      pendingLabel="Byter …"
      error={error?.message}
    >
      <p>
        I 24 timmar signeras händelserna med både den nya och den gamla hemligheten. Byt i systemet
        innan dess.
      </p>
    </AlertDialog>
  );
}

/** Asks before removing a webhook. */
export function RemoveWebhookDialog({
  webhook,
  company,
  onClose,
}: DialogProps & { webhook: Webhook }) {
  const client = useQueryClient();
  return (
    <RemoveDialog
      title="Ta bort webhooken?"
      remove={async () => {
        await call(removeWebhook, { params: { id: webhook.id }, query: { company } });
        await client.invalidateQueries(KEY);
      }}
      onClose={onClose}
    >
      <p>{`Inget mer skickas till ${webhook.url}, inte heller det som väntar.`}</p>
    </RemoveDialog>
  );
}

import { addDays } from '@restvarde/contract/dates';
import {
  createToken,
  removeToken,
  TOKEN_LIMITS,
  type Token,
} from '@restvarde/contract/feed/tokens';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../base/api/call.ts';
import { RemoveDialog } from '../../../base/forms/act-dialog.tsx';
import { RadioInput } from '../../../base/forms/choice-input.tsx';
import { DateInput } from '../../../base/forms/date-input.tsx';
import { draftSchema } from '../../../base/forms/draft-schema.ts';
import { FormDialog } from '../../../base/forms/form-dialog.tsx';
import { TextInput } from '../../../base/forms/text-input.tsx';
import { useCheckedForm } from '../../../base/forms/use-checked-form.ts';
import { serverClock } from '../../../ui/clock/server-clock.ts';
import { formatDate } from '../../../ui/format/dates.ts';
import { NewSecret } from './new-secret.tsx';

const KEY = { queryKey: ['tokens'] };

interface Draft {
  name: string;
  scopes: 'read' | 'write';
  expires_on: string;
}

const schema = draftSchema(createToken.body, ({ name, scopes, expires_on }: Draft) => ({
  name,
  scopes: scopes === 'write' ? ['auctions:write' as const] : ['auctions:read' as const],
  expires_on: expires_on === '' ? undefined : expires_on,
}));

/** Adds a token, and shows it once (FEED-1). */
export function AddTokenDialog(props: { company: string | undefined; onClose: () => void }) {
  const { company, onClose } = props;
  const client = useQueryClient();
  const [token, setToken] = useState<string | null>(null);
  const today = formatDate(serverClock.now());
  const last = addDays(today, TOKEN_LIMITS.days);
  const checked = useCheckedForm({
    initial: { name: '', scopes: 'write', expires_on: last } as Draft,
    schema,
    async send(body) {
      const added = await call(createToken, { query: { company }, body });
      setToken(added.token);
      await client.invalidateQueries(KEY);
    },
  });
  const { control } = checked;
  if (token !== null) {
    return (
      <NewSecret noun="nyckeln" secret={token} onClose={onClose}>
        Nyckeln visas bara den här gången. Kopiera den till systemet som ska använda den, och ge den
        inte till någon annan.
      </NewSecret>
    );
  }
  return (
    <FormDialog title="Lägg till nyckel" submitLabel="Lägg till" {...{ checked, onClose }}>
      <TextInput
        control={control}
        name="name"
        label="Namn"
        maxLength={60}
        autoComplete="off"
        description="Systemet som ska använda nyckeln. Namnet syns i historiken."
      />
      <RadioInput
        control={control}
        name="scopes"
        label="Behörighet"
        choices={[
          { id: 'write', label: 'Läsa och ändra auktioner' },
          { id: 'read', label: 'Läsa auktioner' },
        ]}
      />
      <DateInput
        control={control}
        name="expires_on"
        label="Gäller t.o.m."
        min={today}
        max={last}
        description="Högst 365 dagar. Bolaget får ett mejl 14 dagar innan."
      />
    </FormDialog>
  );
}

/** Asks before revoking a token. */
export function RemoveTokenDialog(props: {
  token: Token;
  company: string | undefined;
  onClose: () => void;
}) {
  const { token, company, onClose } = props;
  const client = useQueryClient();
  return (
    <RemoveDialog
      title="Ta bort nyckeln?"
      remove={async () => {
        await call(removeToken, { params: { id: token.id }, query: { company } });
        await client.invalidateQueries(KEY);
      }}
      onClose={onClose}
    >
      <p>{`Systemet som använder ${token.name} når inte längre bolagets auktioner. Det som systemet har gjort finns kvar.`}</p>
    </RemoveDialog>
  );
}

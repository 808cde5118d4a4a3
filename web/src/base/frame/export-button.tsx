import type { Endpoint } from '@restvarde/contract/endpoint';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/button/button.tsx';
import { showToast } from '../../ui/feedback/toast.ts';
import type { QueryValue } from '../api/address.ts';
import { download } from '../api/download.ts';

export interface ExportButtonProps {
  endpoint: Endpoint & { download: { name: string } };
  /** The list's filters and order. */
  query: Readonly<Record<string, QueryValue>>;
  label?: string;
}

/** Saves a list as CSV, with its filters and order (LIST-10, STN-10). */
export default function ExportButton(props: ExportButtonProps) {
  const { endpoint, query, label = 'Exportera CSV' } = props;
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(endpoint, query),
    onSuccess: () => announce('Listan är exporterad'),
    onError: (error) =>
      showToast({ tone: 'danger', text: `Listan kunde inte exporteras. ${error.message}` }),
  });
  return (
    <Button
      size="sm"
      icon={<Download size={18} />}
      onPress={() => mutate()}
      isPending={isPending}
      pendingLabel="Exporterar …"
    >
      {label}
    </Button>
  );
}

import { getProofJson, getProofPdf } from '@restvarde/contract/auctions/proof';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { download } from '../../../base/api/download.ts';
import { Button } from '../../../ui/button/button.tsx';
import { showToast } from '../../../ui/feedback/toast.ts';

const KINDS = [
  { endpoint: getProofPdf, label: 'Underlag (PDF)' },
  { endpoint: getProofJson, label: 'Underlag (JSON)' },
] as const;

/** «Underlag» of an ended auction: what happened, to file with the claim (PROOF-1). */
export function ProofButtons({ id }: { id: number }) {
  return KINDS.map(({ endpoint, label }) => (
    <ProofButton key={label} id={id} endpoint={endpoint} label={label} />
  ));
}

interface ProofButtonProps {
  id: number;
  endpoint: (typeof KINDS)[number]['endpoint'];
  label: string;
}

function ProofButton(props: ProofButtonProps) {
  const { id, endpoint, label } = props;
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(endpoint, {}, { id }),
    onError: ({ message }) => showToast({ tone: 'danger', text: message }),
  });
  return (
    <Button
      size="sm"
      icon={<Download aria-hidden="true" size={18} />}
      onPress={() => mutate()}
      isPending={isPending}
    >
      {label}
    </Button>
  );
}

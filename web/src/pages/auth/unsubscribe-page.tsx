import { turnOffSearches } from '@restvarde/contract/auctions/saved-searches';
import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { call } from '../../base/api/call.ts';
import { Page } from '../../base/frame/page.tsx';
import { paths } from '../../base/urls/paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Failure } from '../../ui/feedback/notice.tsx';

/** Turns off emails about saved searches, by an emailed link. Opening the page alone changes nothing (SAVED-6). */
export default function UnsubscribePage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string };
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(turnOffSearches, { params: { token } }),
  });
  if (isSuccess) {
    return (
      <Page key="done" title="Mejlen är avstängda" width="narrow">
        <p>Sökningarna finns kvar. Du kan slå på mejlen igen ovanför listan med auktioner.</p>
        <Link
          to={paths.auctions}
          className={buttonClass({ variant: 'primary', size: 'lg', isWide: true })}
        >
          Visa auktioner
        </Link>
      </Page>
    );
  }
  return (
    <Page title="Stäng av mejlen" width="narrow" hasErrors={error !== null}>
      <Failure message={error?.message} />
      <p>Du får inga fler mejl om nya objekt för de sökningar som mejlet gällde.</p>
      <Button variant="primary" size="lg" isWide onPress={() => mutate()} isPending={isPending}>
        Stäng av mejlen
      </Button>
    </Page>
  );
}

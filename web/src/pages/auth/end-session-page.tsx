import { endMailedSession } from '@restvarde/contract/auth/own-sessions';
import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { call } from '../../base/api/call.ts';
import { Page } from '../../base/frame/page.tsx';
import { paths } from '../../base/urls/paths.ts';
import { Button } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Failure } from '../../ui/feedback/notice.tsx';

/** Ends a login that the user did not make, by an emailed link. Opening the page alone ends nothing (SEC-4). */
export default function EndSessionPage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string };
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(endMailedSession, { body: { token } }),
  });
  if (isSuccess) {
    return (
      <Page key="done" title="Inloggningen är avslutad" width="narrow">
        <p>
          Den som loggade in kan ditt lösenord. Välj ett nytt, om du inte loggar in hos din
          arbetsgivare.
        </p>
        <Link
          to={paths.forgotPassword}
          className={buttonClass({ variant: 'primary', size: 'lg', isWide: true })}
        >
          Välj nytt lösenord
        </Link>
      </Page>
    );
  }
  return (
    <Page title="Avsluta inloggningen" width="narrow" hasErrors={error !== null}>
      <Failure message={error?.message} />
      <p>Var det inte du som loggade in? Avsluta inloggningen, så loggas den enheten ut genast.</p>
      <Button variant="primary" size="lg" isWide onPress={() => mutate()} isPending={isPending}>
        Avsluta inloggningen
      </Button>
    </Page>
  );
}

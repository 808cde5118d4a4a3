import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTitle } from '../../base/frame/title-mark.ts';
import { session } from '../../base/session/current.ts';
import { takeReturn } from '../../base/session/return-path.ts';
import { paths } from '../../base/urls/paths.ts';
import { finishSingleSignOn } from './single-sign-on.ts';

/** Nothing is shown before this time. */
const SLOW_MS = 10_000;

/** The redirect target of single sign-on: exchanges its code for a login (AUTH-6). */
export default function AdfsCallbackPage() {
  const navigate = useNavigate();
  const hasBegun = useRef(false);
  const [isSlow, setSlow] = useState(false);
  useTitle('Loggar in … – Restvärde');

  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);

  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void finishSingleSignOn(new URLSearchParams(window.location.search)).then((failure) =>
      failure === null && session.isLoggedIn()
        ? navigate({ href: takeReturn(), replace: true })
        : navigate({
            to: paths.home,
            replace: true,
            state: failure === null ? {} : { login_error: failure },
          }),
    );
  }, [navigate]);

  return (
    <div aria-busy="true">
      {isSlow && (
        <p role="status">
          Det tar längre tid än väntat. <Link to={paths.home}>Till inloggningen</Link>
        </p>
      )}
    </div>
  );
}

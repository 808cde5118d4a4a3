import * as login from '@restvarde/contract/auth/login';
import { endMailedSession } from '@restvarde/contract/auth/own-sessions';
import * as password from '@restvarde/contract/auth/password';
import * as factor from '@restvarde/contract/auth/second-factor';
import { logout, refresh } from '@restvarde/contract/auth/session';
import * as push from '@restvarde/contract/push/push';
import { changeStaff, inviteStaff } from '@restvarde/contract/users';
import { exampleOf } from './example.ts';

const UUID = '0b7e3c0e-3f0f-4a55-9c2e-6f5a1d9c8e21';
const REFRESH = 'rt_5f0c…';
const ENROLMENT = 'en_77a1…';
const NEW_PASSWORD = {
  password: 'fyra lugna gröna hästar',
  confirm_password: 'fyra lugna gröna hästar',
};
const PUSH_ENDPOINT = 'https://push.example/send/9a1c';

/** Login, passwords, second factor, notifications and staff. */
export const ACCOUNT_EXAMPLES = [
  exampleOf(login.login, {
    body: { email: 'anna.lind@lansbolaget.example', password: 'fyra lugna gröna hästar' },
    reply: { uuid: UUID },
  }),
  exampleOf(login.resendCode, { body: { uuid: UUID }, reply: { uuid: UUID } }),
  exampleOf(login.enterCode, {
    body: { uuid: UUID, two_factor_code: '123456' },
    reply: { access: 'eyJhbGciOi…', refresh: REFRESH, device: 'dv_31b8…' },
  }),
  exampleOf(login.finishSignOn, { body: { authorization_code: 'SplxlOBeZQQYbYS6WxSbIA' } }),
  exampleOf(refresh, {
    body: { refresh: REFRESH },
    reply: { access: 'eyJhbGciOi…', refresh: 'rt_8d2e…' },
  }),
  exampleOf(logout, { body: { refresh: REFRESH } }),
  exampleOf(endMailedSession, { body: { token: 'es_40bd…' } }),
  exampleOf(password.requestReset, { body: { email: 'anna.lind@lansbolaget.example' } }),
  exampleOf(password.resetPassword, { body: NEW_PASSWORD }),
  exampleOf(password.changePassword, {
    body: { ...NEW_PASSWORD, current_password: 'tre snabba röda bilar' },
  }),
  exampleOf(factor.startEnrolment, { body: { password: 'fyra lugna gröna hästar' } }),
  exampleOf(factor.addSecondFactor, { body: { enrolment: ENROLMENT, app_code: '123456' } }),
  exampleOf(factor.renewRecoveryCodes, { body: { second_factor: '123456' } }),
  exampleOf(factor.removeSecondFactor, { body: { second_factor: '123456' } }),
  exampleOf(push.savePushSubscription, {
    body: {
      endpoint: PUSH_ENDPOINT,
      keys: {
        p256dh: `B${'A'.repeat(86)}`,
        auth: 'A'.repeat(22),
      },
    },
  }),
  exampleOf(push.removePushSubscription, { body: { endpoint: PUSH_ENDPOINT } }),
  exampleOf(push.changeNotificationSettings, { body: { ending: { push: false } } }),
  exampleOf(inviteStaff, {
    body: {
      first_name: 'Anna',
      last_name: 'Lind',
      email: 'anna.lind@lansbolaget.example',
      role: 20,
    },
  }),
  exampleOf(changeStaff, { body: { role: 30 } }),
];

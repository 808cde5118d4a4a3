import {
  readPushKey,
  removePushSubscription,
  savePushSubscription,
} from '@restvarde/contract/push/push';
import { ApiError } from '../../base/api/api-error.ts';
import { call } from '../../base/api/call.ts';
import { session } from '../../base/session/current.ts';
import { keepPushDevice, readPushDevice } from './push-device.ts';

const WORKER = '/sw.js';

/** The page's policy allows a service worker only by a URL of this Trusted Types policy (PUSH-1). */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL: (input: string) => string };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('restvarde-sw', { createScriptURL: () => WORKER });

/** Whether this device can show notifications; `home-screen`: an iPhone page outside the home screen cannot. */
export function pushSupport(): 'yes' | 'blocked' | 'home-screen' | 'no' {
  const canPush =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!canPush) return 'standalone' in navigator && !navigator.standalone ? 'home-screen' : 'no';
  return Notification.permission === 'denied' ? 'blocked' : 'yes';
}

/** Whether this login has a subscription on this device. */
export async function isPushOn(user: number): Promise<boolean> {
  const device = readPushDevice();
  if (device?.user !== user || device.login !== session.loginId()) return false;
  if (pushSupport() !== 'yes' || Notification.permission !== 'granted') return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) != null;
}

/**
 * Asks for permission, and subscribes this device for the current login. Call it in the handler of a press. Returns
 * false if permission is refused.
 */
export async function turnPushOn(user: number): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await subscribe(user);
  return true;
}

/** Subscribes again after another login of the same user: a subscription ends with its session. */
export async function renewPush(user: number): Promise<void> {
  if (pushSupport() === 'yes' && Notification.permission === 'granted') await subscribe(user);
}

async function subscribe(user: number): Promise<void> {
  const { key } = await call(readPushKey);
  const login = session.loginId();
  if (key === null || login === null) return;
  await navigator.serviceWorker.register(policy?.createScriptURL('') ?? WORKER, { scope: '/' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await pushManager.subscribe(options).catch(async (error) => {
    // The subscription belongs to another installation at this address.
    const old = await pushManager.getSubscription();
    if (old === null) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  await call(savePushSubscription, { body: { endpoint, keys: { p256dh, auth } } });
  keepPushDevice({ user, login });
}

/** Ends the subscription of this device. */
export async function turnPushOff(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) {
    const { endpoint } = subscription;
    await call(removePushSubscription, { body: { endpoint } }).catch((error) => {
      // Its session has ended, and the subscription with it.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    });
    await subscription.unsubscribe();
  }
  keepPushDevice(null);
}

const KEY = 'restvarde.push';

/** Whose notifications this device shows, and by which login (PUSH-2). */
export interface PushDevice {
  user: number;
  login: string;
}

/** Null if notifications are off in this device. */
export function readPushDevice(): PushDevice | null {
  try {
    const [user, login] = (localStorage.getItem(KEY) ?? '').split(' ');
    return user && login ? { user: Number(user), login } : null;
  } catch {
    return null;
  }
}

export function keepPushDevice(device: PushDevice | null): void {
  try {
    if (device === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, `${device.user} ${device.login}`);
  } catch {
    // Without storage a later login does not renew the subscription.
  }
}

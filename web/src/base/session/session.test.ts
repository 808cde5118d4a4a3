import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRefresher, type Locks } from './refresher.ts';
import { createSession } from './session.ts';

/** Storage shared by two tabs. */
function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

/** A lock that queues, like `navigator.locks`. */
function queue(): Locks {
  let last: Promise<unknown> = Promise.resolve();
  let isHeld = false;
  const request = (
    _name: string,
    ...rest: [LockGrantedCallback<unknown>] | [LockOptions, LockGrantedCallback<unknown>]
  ) => {
    const work = rest.at(-1) as LockGrantedCallback<unknown>;
    if (rest.length === 2 && rest[0].ifAvailable && isHeld) return Promise.resolve(work(null));
    isHeld = true;
    const turn = last.then(() => work({ name: _name, mode: 'exclusive' }));
    const settled = turn
      .catch(() => undefined)
      .then(() => {
        if (last === settled) isHeld = false;
      });
    last = settled;
    return turn;
  };
  return { request: request as Locks['request'] };
}

const loggedIn = { access_token: 'a1', refresh_token: 'r1' };

test('AUTH-1 logged in means that a refresh token exists, and a reload keeps it', () => {
  const shared = storage();
  const session = createSession(shared);
  assert.equal(session.isLoggedIn(), false);
  session.set(loggedIn);
  assert.equal(session.isLoggedIn(), true);
  assert.deepEqual(createSession(shared).get(), {
    ...loggedIn,
    adfs_url: null,
    two_factor_uuid: null,
  });
});

test('AUTH-10 a login keeps its id while tokens are renewed', () => {
  const session = createSession(storage());
  assert.equal(session.loginId(), null);
  session.set({ access_token: 'a1', refresh_token: 'one.1.x' });
  assert.equal(session.loginId(), 'one');
  session.set({ access_token: 'a2', refresh_token: 'one.2.y' });
  assert.equal(session.loginId(), 'one');
  session.set({ access_token: 'b1', refresh_token: 'two.1.z' });
  assert.equal(session.loginId(), 'two');
});

test('AUTH-1 an invalid value in storage is not a login', () => {
  for (const text of ['', '{', '[]', 'null', '7', '{"refresh_token":7}']) {
    const shared = storage();
    shared.setItem('restvarde.auth', text);
    assert.equal(createSession(shared).isLoggedIn(), false);
  }
});

test('AUTH-1 if storage is full, the login lasts until the page is closed', async () => {
  const full = {
    ...storage(),
    setItem() {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    },
  };
  for (const session of [createSession(full), createSession(null)]) {
    session.set(loggedIn);
    assert.equal(session.isStored(), false);
    assert.equal(session.reload().refresh_token, 'r1');
    const refresh = createRefresher({
      session,
      exchange: async () => ({ access: 'a2', refresh: 'r2' }),
    });
    assert.equal(await refresh('a1'), 'a2');
    assert.equal(session.get().refresh_token, 'r2');
    session.end();
    assert.equal(session.isLoggedIn(), false);
  }
});

test('AUTH-10 a logout clears storage and reaches the other tab', () => {
  const shared = storage();
  const here = createSession(shared);
  const there = createSession(shared);
  here.set(loggedIn);
  there.reload();
  let notified = 0;
  there.subscribe(() => notified++);
  here.end();
  assert.equal(shared.kept.size, 0);
  there.reload();
  assert.equal(there.isLoggedIn(), false);
  assert.equal(notified, 1);
});

test('AUTH-1 if storage is blocked, the login lasts until the page is closed', () => {
  const refuse = () => {
    throw new Error('denied');
  };
  const session = createSession({ getItem: refuse, setItem: refuse, removeItem: refuse });
  session.set(loggedIn);
  assert.equal(session.isLoggedIn(), true);
});

test('AUTH-9 concurrent calls with a 401 share one refresh', async () => {
  const session = createSession(storage());
  session.set(loggedIn);
  let asked = 0;
  const refresh = createRefresher({
    session,
    exchange: async (token) => {
      asked++;
      assert.equal(token, 'r1');
      return { access: 'a2', refresh: 'r2' };
    },
    locks: queue(),
  });
  assert.deepEqual(await Promise.all([refresh('a1'), refresh('a1'), refresh('a1')]), [
    'a2',
    'a2',
    'a2',
  ]);
  assert.equal(asked, 1);
  assert.equal(session.get().refresh_token, 'r2');
});

test('AUTH-9 two tabs share one refresh', async () => {
  const shared = storage();
  const locks = queue();
  let asked = 0;
  const exchange = async () => {
    asked++;
    return { access: 'a2', refresh: 'r2' };
  };
  createSession(shared).set(loggedIn);
  const tabs = [0, 1].map(() => {
    const session = createSession(shared);
    return createRefresher({ session, exchange, locks });
  });
  assert.deepEqual(await Promise.all(tabs.map((refresh) => refresh('a1'))), ['a2', 'a2']);
  assert.equal(asked, 1);
});

test('AUTH-9 a tab that waited for the lock waits for the first tab’s tokens to arrive', async () => {
  const locks = queue();
  const here = createSession(storage());
  // Another process's copy of storage, which is updated a little later.
  const there = createSession(storage());
  here.set(loggedIn);
  there.set(loggedIn);
  const asked: string[] = [];
  const exchange = (tab: string) => async () => {
    asked.push(tab);
    return { access: 'a2', refresh: 'r2' };
  };
  const first = createRefresher({ session: here, exchange: exchange('here'), locks })('a1');
  const second = createRefresher({ session: there, exchange: exchange('there'), locks })('a1');
  await first;
  setImmediate(() => there.set({ access_token: 'a2', refresh_token: 'r2' }));
  assert.equal(await second, 'a2');
  assert.deepEqual(asked, ['here']);
});

test('AUTH-9 a refused refresh ends the session; an unavailable server does not', async () => {
  const session = createSession(storage());
  session.set(loggedIn);
  const away = createRefresher({
    session,
    exchange: () => Promise.reject(new Error('offline')),
  });
  await assert.rejects(away('a1'));
  assert.equal(session.isLoggedIn(), true);
  const refused = createRefresher({ session, exchange: async () => null });
  assert.equal(await refused('a1'), null);
  assert.equal(session.isLoggedIn(), false);
});

test('AUTH-10 a logout during a refresh is not undone', async () => {
  const session = createSession(storage());
  session.set(loggedIn);
  const refresh = createRefresher({
    session,
    exchange: async () => {
      session.end();
      return { access: 'a2', refresh: 'r2' };
    },
  });
  assert.equal(await refresh('a1'), null);
  assert.equal(session.isLoggedIn(), false);
});

import assert from 'node:assert/strict';

/** Follows a provider's pages like a browser. Returns the final redirect. */
export async function visitProvider(
  url: URL,
  answer: { user: string } | 'cancel',
): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  let next: { url: URL; body?: URLSearchParams } = { url };
  for (;;) {
    const reply = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.body && { method: 'POST', body: next.body }),
    });
    for (const cookie of reply.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      cookies.set(name!, value!);
    }
    const location = reply.headers.get('location');
    if (location) {
      const there = new URL(location, next.url);
      if (there.pathname === '/adfs-callback') return there.searchParams;
      next = { url: there };
      continue;
    }
    const page = await reply.text();
    assert.equal(reply.status, 200, page);
    const action = /action="([^"]+)"/.exec(page)?.[1];
    assert.ok(action, page);
    next =
      answer === 'cancel'
        ? { url: new URL(`${action}/cancel`, next.url) }
        : { url: new URL(action!, next.url), body: new URLSearchParams(answer) };
  }
}

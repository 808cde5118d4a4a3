// What `npm run bench -- screens` has a page count of itself, from before its first script on: `watched`.
(() => {
  const watched = {
    /** The longest that a press took until what it led to was painted, in milliseconds. */
    longestPressMs: 0,
    /** How often the card of each auction was drawn, and how often its part of the page was changed. */
    draws: {},
    changes: {},
    frames: 0,
    dropped: 0,
    reset() {
      Object.assign(watched, { longestPressMs: 0, draws: {}, changes: {}, frames: 0, dropped: 0 });
    },
  };
  globalThis.watched = watched;

  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId) watched.longestPressMs = Math.max(watched.longestPressMs, duration);
    }
  }).observe({ type: 'event', durationThreshold: 16 });

  const FRAME = 1000 / 60;
  let last = performance.now();
  function frame(now) {
    const passed = Math.max(1, Math.round((now - last) / FRAME));
    watched.frames += passed;
    watched.dropped += passed - 1;
    last = now;
    requestAnimationFrame(frame);
  }
  requestAnimationFrame(frame);
  if (sessionStorage.getItem('counts') !== 'draws') return;

  const count = (counts, key) => {
    counts[key] = (counts[key] ?? 0) + 1;
  };

  // React tells a developer's tool of each commit. What has drawn itself in it bears a mark.
  const HAS_DRAWN = 1;
  function walk(fiber, before) {
    const card = fiber.memoizedProps?.card;
    // The memo and the component in it have the same properties: the outer one is not a function.
    if (card && fiber.memoizedProps.onAlertChange && (!before || fiber.flags & HAS_DRAWN)) {
      count(watched.draws, card.id);
    }
    if (fiber.child === before?.child) return;
    for (let child = fiber.child; child; child = child.sibling) walk(child, child.alternate);
  }
  globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_id, root) => walk(root.current, root.current.alternate),
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    checkDCE() {},
  };

  document.addEventListener('DOMContentLoaded', () => {
    new MutationObserver((records) => {
      const cards = new Set(
        records.map(({ target }) =>
          (target.nodeType === 1 ? target : target.parentElement)?.closest('article'),
        ),
      );
      for (const card of cards) {
        const id = card?.querySelector('a')?.pathname.split('/').at(-1);
        if (id) count(watched.changes, id);
      }
    }).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });
})();

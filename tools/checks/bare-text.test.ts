import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBareText } from './bare-text.ts';
import { plantTree } from './plant-tree.ts';

test('SHELL-15 text that changes beside siblings is found, and text in a separate element is not', (t) => {
  const find = (jsx: string, above = '') =>
    findBareText(
      plantTree(t, { 'web/src/a.tsx': `${above}\nexport const A = () => <>${jsx}</>;\n` }),
    );
  const bare = [
    '<p>Slutar {when}</p>',
    '<p><Icon />{text}</p>',
    "<p><b>1</b>{isHere && ' svensk tid'}</p>",
    "<p>{isOver ? 'Slutade' : 'Slutar'} <time>{when}</time></p>",
    '<p>{formatKronor(amount)} kr</p>',
    '<p>{one}{two}</p>',
    '<Button>Bjud {amount}</Button>',
    // The element is inserted before a text that may no longer be in the page.
    '<p>{isHere && <b>1</b>} kr</p>',
  ];
  for (const jsx of bare) assert.equal(find(jsx).length, jsx === bare[5] ? 2 : 1, jsx);
  const safe = [
    '<p>{text}</p>',
    '<p>{`Slutar`.concat(when)}</p>',
    "<p><span>{verb}</span>{' '}<time>{when}</time></p>",
    '<p>Slutar <time>{when}</time></p>',
    '<p><b>1</b>{isHere && <span>{text}</span>}</p>',
    '<ul>{list.map((one) => <li key={one}>{one}</li>)}<li>1</li></ul>',
    '<div>{row("a")}<b>1</b></div>',
    '<div>{note}<b>1</b></div>',
    '<div>{props.above}<b>1</b></div>',
  ];
  const before = `
    import type { ReactElement } from 'react';
    const row = (name: string) => <p>{name}</p>;
    const note = isHere ? <p>1</p> : null;
    interface Props { above?: ReactElement | null }
  `;
  for (const jsx of safe) assert.deepEqual(find(jsx, before), [], jsx);
  assert.deepEqual(find('<p>Slutar {when}</p>'), ['web/src/a.tsx:2: {when}']);
});

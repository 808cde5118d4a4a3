import { createElement, type ReactNode } from 'react';
import guide from '../../../../docs/integrations.md';
import { Page } from '../../base/frame/page.tsx';
import { ReadingColumns } from '../../base/frame/reading-columns.tsx';
import styles from './integrations-page.module.css';

/** The integrator's guide, `docs/integrations.md` (FEED-12). */
export default function IntegrationsGuidePage() {
  return (
    <Page title="Integrationsguide" width="text">
      <ReadingColumns contents={<Contents />}>
        <p className="quiet">Guiden är för systemutvecklare och på engelska.</p>
        <div lang="en" className={`stack gap-4 ${styles.guide}`}>
          {render(guide.nodes)}
        </div>
      </ReadingColumns>
    </Page>
  );
}

type Nodes = typeof guide.nodes;

const render = (nodes: Nodes): ReactNode[] =>
  nodes.map((node, key) => {
    if (typeof node === 'string') return node;
    const [tag, attributes, content] = node;
    return createElement(tag, { ...attributes, key }, ...render(content));
  });

function Contents() {
  return (
    <ul lang="en">
      {guide.sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ul>
  );
}

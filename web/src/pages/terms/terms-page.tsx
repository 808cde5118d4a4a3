import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { Fragment } from 'react';
import { Page } from '../../base/frame/page.tsx';
import { ReadingColumns } from '../../base/frame/reading-columns.tsx';
import { OperatorContact } from '../../features/companies/operator-contact.tsx';
import { Button } from '../../ui/button/button.tsx';
import type { Block, Piece, Section, Terms } from './terms.ts';
import styles from './terms-page.module.css';

/** A legal text with numbered sections and a table of contents, for reading, linking and printing (TERMS-1). */
export function TermsPage({ terms }: { terms: Terms }) {
  return (
    <Page
      title={terms.title}
      width="text"
      actions={
        <span className={styles.print}>
          <Button size="sm" icon={<Printer size={18} />} onPress={() => window.print()}>
            Skriv ut
          </Button>
        </span>
      }
    >
      <ReadingColumns contents={<Contents sections={terms.sections} />}>
        <p className={styles.lead}>{terms.lead}</p>
        <p className={`quiet ${styles.version}`}>
          <span>{terms.dated ?? 'Gäller från och med'}</span>{' '}
          <time dateTime={terms.version}>{terms.version}</time>.
        </p>
        {terms.sections.map((section, index) => (
          <section key={section.id} className={styles.section}>
            <h2 id={section.id}>{`${index + 1}. ${section.title}`}</h2>
            {section.blocks.map((block, blockIndex) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed.
              <Paragraph key={blockIndex} block={block} />
            ))}
          </section>
        ))}
      </ReadingColumns>
    </Page>
  );
}

function Contents({ sections }: { sections: readonly Section[] }) {
  return (
    <ol>
      {sections.map(({ id, title }, index) => (
        <li key={id}>
          <a href={`#${id}`}>{`${index + 1}. ${title}`}</a>
        </li>
      ))}
    </ol>
  );
}

function Paragraph({ block }: { block: Block }) {
  if (typeof block === 'object' && 'shows' in block) return <OperatorContact />;
  if (typeof block === 'object' && 'points' in block) {
    return (
      <ul>
        {block.points.map((point, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed.
          <li key={index}>
            <Words words={point} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <p>
      <Words words={block} />
    </p>
  );
}

function Words({ words }: { words: string | readonly Piece[] }) {
  if (typeof words === 'string') return words;
  return words.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed.
    <Fragment key={index}>{drawPiece(piece)}</Fragment>
  ));
}

function drawPiece(piece: Piece) {
  if (typeof piece === 'string') return piece;
  if ('code' in piece) return <code>{piece.code}</code>;
  if ('to' in piece) return <Link to={piece.to}>{piece.text}</Link>;
  return <span lang={piece.lang}>{piece.text}</span>;
}

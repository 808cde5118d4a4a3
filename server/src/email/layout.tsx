import { type ReactNode, useContext } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LetterheadContext } from './letterhead.ts';
import { unbroken } from './parts.tsx';
import { BREAKS, COLOR, FONT, HEAD } from './styles.ts';

const GROUND = { backgroundColor: COLOR.ground, margin: 0, padding: 0 };
const MIDDLE = { ...GROUND, fontFamily: FONT, padding: '24px 0' };
const CARD = {
  maxWidth: 600,
  backgroundColor: COLOR.card,
  border: `1px solid ${COLOR.line}`,
  borderRadius: 10,
  borderCollapse: 'separate',
} as const;
/** On the cell: Outlook ignores padding of tables. */
const INSIDE = { padding: '24px 32px' };
const BRAND = {
  fontSize: 20,
  lineHeight: '24px',
  fontWeight: 700,
  color: COLOR.primary,
  margin: 0,
};
const VIA = { fontSize: 14, fontWeight: 400, color: COLOR.quiet, whiteSpace: 'nowrap' } as const;
/** On white in dark mode too, since logos are made for it. */
const LOGO = {
  height: 32,
  padding: 4,
  marginRight: 4,
  borderRadius: 6,
  backgroundColor: '#FFFFFF',
  verticalAlign: 'middle',
};
const COVER = {
  display: 'block',
  width: '100%',
  maxWidth: 536,
  height: 'auto',
  margin: '16px 0 0',
  borderRadius: 8,
};
const HEADING = { fontSize: 24, lineHeight: '30px', color: COLOR.ink, ...BREAKS };
const RULE = {
  width: '100%',
  border: 'none',
  borderTop: `1px solid ${COLOR.line}`,
  margin: '24px 0 12px',
};
const SMALL = { fontSize: 14, lineHeight: '20px', color: COLOR.quiet, margin: '8px 0', ...BREAKS };
const LINK = { color: COLOR.primary, textDecoration: 'underline' };

/** The frame of every email: brand, heading, body, and why it was sent and how to turn it off. */
export function Layout(props: {
  heading: string;
  /** The preview that mail programs show beside the subject. */
  preview: string;
  /** Why the reader gets this. */
  reason: string;
  /** Where the reader turns such emails off, if possible. */
  unsubscribe?: { text: string; url: string };
  children: ReactNode;
}) {
  const { heading, preview, reason, unsubscribe, children } = props;
  return (
    <html dir="ltr" lang="sv">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, and an escaped title */}
      <head dangerouslySetInnerHTML={{ __html: HEAD + titleOf(heading) }} />
      <body className="ground" style={GROUND}>
        <Preview text={preview} />
        <LayoutTable>
          <tr>
            <td style={MIDDLE}>
              <LayoutTable className="card" style={CARD}>
                <tr>
                  <td className="inside" style={INSIDE}>
                    <Top />
                    <h1 className="ink" style={HEADING}>
                      {unbroken(heading)}
                    </h1>
                    {children}
                    <hr className="line" style={RULE} />
                    <p className="quiet reason" style={SMALL}>
                      {unbroken(reason)}
                    </p>
                    {unsubscribe && (
                      <p className="quiet" style={SMALL}>
                        <a
                          href={unsubscribe.url}
                          className="brand"
                          style={LINK}
                          target="_blank"
                          rel="noopener"
                        >
                          {unsubscribe.text}
                        </a>
                      </p>
                    )}
                  </td>
                </tr>
              </LayoutTable>
            </td>
          </tr>
        </LayoutTable>
      </body>
    </html>
  );
}

/** Screen readers and browsers use it as the message's name. */
const titleOf = (heading: string) => renderToStaticMarkup(<title>{heading}</title>);

/** The seller's logo and name and the object's picture; the product's name if no seller writes (MAIL-6). */
function Top() {
  const letterhead = useContext(LetterheadContext);
  if (letterhead === null) {
    return (
      <p className="brand" style={BRAND}>
        Restvärde
      </p>
    );
  }
  const { company_name, logo, cover } = letterhead;
  return (
    <>
      <p className="brand" style={BRAND}>
        {logo !== null && (
          <>
            <img src={logo} alt="" height={32} style={LOGO} />{' '}
          </>
        )}
        {company_name}
        <span className="quiet" style={VIA}>
          {' via Restvärde'}
        </span>
      </p>
      {cover !== null && <img src={cover.address} alt={cover.alt} width={536} style={COVER} />}
    </>
  );
}

/** A centred column: a table, because mail programs support nothing better. */
function LayoutTable(props: {
  className?: string;
  style?: React.CSSProperties;
  children: ReactNode;
}) {
  const { children, ...look } = props;
  return (
    <table
      role="presentation"
      align="center"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      {...look}
    >
      <tbody>{children}</tbody>
    </table>
  );
}

/** Mail programs show no more of it. */
const PREVIEW_LENGTH = 150;
/** A space that no program collapses. It pads the preview, so that no program appends the text after it. */
const BLANK = '\u00a0\u200c';
const HIDDEN = {
  display: 'none',
  overflow: 'hidden',
  lineHeight: '1px',
  opacity: 0,
  maxHeight: 0,
  maxWidth: 0,
};

function Preview({ text }: { text: string }) {
  const shown = text.slice(0, PREVIEW_LENGTH);
  return (
    <div style={HIDDEN}>
      {shown}
      <div>{BLANK.repeat(PREVIEW_LENGTH - shown.length)}</div>
    </div>
  );
}

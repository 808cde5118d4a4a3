import { UNBROKEN } from '@restvarde/contract/fields';
import { Children, type CSSProperties, type ReactNode } from 'react';
import { BREAKS, COLOR } from './styles.ts';

const ON_ONE_LINE = { whiteSpace: 'nowrap' } as const;

/** Replaces spaces by no-break spaces where words belong together. */
export function unbroken(content: ReactNode): ReactNode {
  return Children.map(content, (part) =>
    typeof part === 'string' ? part.split(UNBROKEN).map(onOneLine) : part,
  );
}

const onOneLine = (piece: string, at: number): ReactNode =>
  at % 2 === 0 ? (
    piece
  ) : (
    <span key={at} style={ON_ONE_LINE}>
      {piece}
    </span>
  );

const PARAGRAPH = {
  fontSize: 16,
  lineHeight: '24px',
  color: COLOR.ink,
  margin: '16px 0',
  ...BREAKS,
};
const CODE = {
  fontSize: 36,
  lineHeight: '44px',
  fontWeight: 700,
  letterSpacing: 6,
  color: COLOR.ink,
  margin: '8px 0',
};
const TABLE = { width: '100%', borderCollapse: 'collapse', margin: '8px 0 20px' } as const;
const CELL = {
  fontSize: 15,
  lineHeight: '22px',
  padding: '8px 0',
  borderBottom: `1px solid ${COLOR.line}`,
  verticalAlign: 'top',
};
const NAME = {
  ...CELL,
  fontWeight: 400,
  textAlign: 'left',
  color: COLOR.quiet,
  width: '42%',
  padding: '8px 12px 8px 0',
} as const;
const VALUE = { ...CELL, color: COLOR.ink, ...BREAKS };
const SUBHEADING = { fontSize: 16, lineHeight: '24px', color: COLOR.ink, margin: '24px 0 4px' };
const ITEM = { fontSize: 15, lineHeight: '22px', color: COLOR.ink, margin: '2px 0', ...BREAKS };

const LINK = { color: COLOR.primary, textDecoration: 'underline' };

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <p className="ink" style={PARAGRAPH}>
      {unbroken(children)}
    </p>
  );
}

/** Shown large, to be read and typed. */
export function Code({ children }: { children: string }) {
  return (
    <p className="ink" style={CODE}>
      {children}
    </p>
  );
}

/** Names and values, each a `Fact`. A table with row headers, because mail programs support no other columns. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} style={TABLE}>
      <tbody>{children}</tbody>
    </table>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr className="fact">
      <th scope="row" align="left" className="quiet line" style={NAME}>
        {name}
      </th>
      <td className="ink line" style={VALUE}>
        {unbroken(children)}
      </td>
    </tr>
  );
}

/** Items of a list that are shown by default; the rest are counted. */
const SHOWN = 15;

type Item = string | { text: string; url: string };

/** A list under a heading; null if it is empty. */
export function List(props: { heading: string; items: Item[]; shown?: number }) {
  const { heading, items, shown: most = SHOWN } = props;
  if (items.length === 0) return null;
  const more = items.length - most;
  const shown = more > 0 ? [...items.slice(0, most), `… och ${more} till`] : items;
  return (
    <>
      <h2 className="ink" style={SUBHEADING}>
        {heading}
      </h2>
      {shown.map((item) =>
        typeof item === 'string' ? (
          <p key={item} className="ink item" style={ITEM}>
            {unbroken(item)}
          </p>
        ) : (
          <p key={item.url + item.text} className="ink item" style={ITEM}>
            <a href={item.url} className="brand" style={LINK} target="_blank" rel="noopener">
              {unbroken(item.text)}
            </a>
          </p>
        ),
      )}
    </>
  );
}

const BUTTON: MsoStyle = {
  display: 'inline-block',
  maxWidth: '100%',
  lineHeight: '100%',
  textDecoration: 'none',
  backgroundColor: COLOR.primary,
  color: '#FFFFFF',
  fontSize: 16,
  fontWeight: 600,
  borderRadius: 10,
  padding: '14px 24px',
  marginTop: 20,
  msoPaddingAlt: '0px',
};
const BUTTON_TEXT: MsoStyle = {
  display: 'inline-block',
  maxWidth: '100%',
  lineHeight: '120%',
  msoPaddingAlt: '0px',
  msoTextRaise: '10.5px',
};

type MsoStyle = CSSProperties & { msoPaddingAlt?: string; msoTextRaise?: string };

/** The main action; an email has at most one. */
export function Button({ url, children }: { url: string; children: string }) {
  return (
    <a href={url} className="button" style={BUTTON} target="_blank" rel="noopener">
      <ForOutlook html={PADDING_LEFT} />
      <span style={BUTTON_TEXT}>{children}</span>
      <ForOutlook html={PADDING_RIGHT} />
    </a>
  );
}

/** Outlook for Windows ignores padding of links: thin spaces of the same width. */
const PADDING_LEFT =
  '<i style="mso-font-width:400%;mso-text-raise:21" hidden>&#8202;&#8202;&#8202;</i>';
const PADDING_RIGHT = '<i style="mso-font-width:400%" hidden>&#8202;&#8202;&#8202;&#8203;</i>';

/** A conditional comment for Outlook for Windows. */
function ForOutlook({ html }: { html: string }) {
  const comment = `<!--[if mso]>${html}<![endif]-->`;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
  return <span dangerouslySetInnerHTML={{ __html: comment }} />;
}

/** Does not wrap within a number. */
const PHONE = { whiteSpace: 'nowrap' } as const;

/** The seller's contact details, if any: «Frågor? Kontakta Nordsäkring: info@nordsakring.example, 08-123 45 67.» */
export function Questions(seller: {
  company_name: string;
  company_email: string;
  company_phone: string;
}) {
  const { company_name, company_email, company_phone } = seller;
  if (!company_email && !company_phone) return null;
  return (
    <Paragraph>
      Frågor? Kontakta {company_name}: {company_email}
      {company_email && company_phone && ', '}
      {company_phone && <span style={PHONE}>{company_phone}</span>}.
    </Paragraph>
  );
}

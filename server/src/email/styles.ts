/** Colours and type of emails. Mail programs reliably support inline styles only. */
export const COLOR = {
  ink: '#14211F',
  quiet: '#5E6B68',
  ground: '#F6F7F5',
  card: '#FFFFFF',
  primary: '#0B4F6C',
  line: '#D5DBD8',
};

export const FONT = '-apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';

/** Breaks a long word before it is wider than a phone. */
export const BREAKS = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const;

/** Dark colours for mail programs that support the media query; others guess. */
const DARK = `
@media (prefers-color-scheme: dark) {
  .ground, .ground > table > tbody > tr > td { background-color: #0F1716 !important; }
  .card { background-color: #18211F !important; border-color: #33403D !important; }
  .ink { color: #EDF2F0 !important; }
  .quiet { color: #B9C4C1 !important; }
  .brand { color: #7CC4E4 !important; }
  .line { border-color: #33403D !important; }
  .button, .button * { background-color: #7CC4E4 !important; color: #0B1513 !important; }
}
@media (max-width: 480px) {
  .card { border-radius: 0 !important; }
  .inside { padding: 20px 18px !important; }
}`;

/** Outlook for Windows ignores `max-width`; a conditional comment sets the width. */
const FOR_OUTLOOK = '<!--[if mso]><style>.card { width: 600px; }</style><![endif]-->';

/** The head of every email. A string, because React renders no comments. */
export const HEAD = `<meta content="text/html; charset=UTF-8" http-equiv="Content-Type"/>\
<meta name="x-apple-disable-message-reformatting"/>\
<meta name="color-scheme" content="light dark"/>\
<meta name="supported-color-schemes" content="light dark"/>\
<style>${DARK}</style>${FOR_OUTLOOK}`;

/** Patterns of browsers; the first match counts, since most also claim to be others. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const findIn = (names: [RegExp, string][], written: string) =>
  names.find(([pattern]) => pattern.test(written))?.[1];

/** Describes a `User-Agent`: «Chrome på Windows» (SEC-1). */
export function browserName(userAgent: string): string {
  const browser = findIn(BROWSERS, userAgent);
  const system = findIn(SYSTEMS, userAgent);
  if (browser && system) return `${browser} på ${system}`;
  return browser ?? system ?? 'Okänd webbläsare';
}

const numberFormat = new Intl.NumberFormat('sv-SE', { maximumFractionDigits: 0 });

/** «12 500» with no-break spaces. */
export function formatNumber(value: number): string {
  return numberFormat.format(value);
}

/** «800 tkr», «1,2 mkr»: an amount in kronor for the axis of a chart. Amounts below 1,000 have no unit. */
export function formatThousands(kronor: number): string {
  if (kronor < 1000) return formatNumber(kronor);
  const unit = kronor < 1_000_000 ? 'tkr' : 'mkr';
  const value = kronor / (unit === 'tkr' ? 1000 : 1_000_000);
  return `${value.toLocaleString('sv-SE', { maximumFractionDigits: 1 })}\u00a0${unit}`;
}

/** «12 480 mil»: a mileage in Swedish mil (10 km). */
export function formatMileage(mil: number): string {
  return `${formatNumber(mil)}\u00a0mil`;
}

/** A count with its noun: «1 bud», «7 bud», «12 träffar». */
export function formatCount(count: number, one: string, many: string): string {
  return `${formatNumber(count)}\u00a0${count === 1 ? one : many}`;
}

/** The size of a file: «840 B», «12 kB», «3,4 MB». */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes}\u00a0B`;
  if (bytes < 1_000_000) return `${formatNumber(bytes / 1000)}\u00a0kB`;
  const mega = new Intl.NumberFormat('sv-SE', { maximumFractionDigits: 1 });
  return `${mega.format(bytes / 1_000_000)}\u00a0MB`;
}

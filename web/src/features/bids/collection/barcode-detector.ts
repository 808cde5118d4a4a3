/** What we use of the browser's own reader of codes, where it has one. */
export interface BarcodeReader {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

interface BarcodeReaderClass {
  new (options: { formats: string[] }): BarcodeReader;
}

const Detector = (globalThis as { BarcodeDetector?: BarcodeReaderClass }).BarcodeDetector;

/** Can this browser read a code by its camera? */
export const readsCodes =
  Detector !== undefined && globalThis.navigator?.mediaDevices?.getUserMedia !== undefined;

/** A reader of QR codes. Throws where the browser has none after all. */
export function openReader(): BarcodeReader {
  if (Detector === undefined) throw new Error('This browser reads no codes.');
  return new Detector({ formats: ['qr_code'] });
}

/** The part of the browser's BarcodeDetector that we use. */
export interface BarcodeReader {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

interface BarcodeReaderClass {
  new (options: { formats: string[] }): BarcodeReader;
}

const Detector = (globalThis as { BarcodeDetector?: BarcodeReaderClass }).BarcodeDetector;

/** True if this browser can read codes with its camera. */
export const readsCodes =
  Detector !== undefined && globalThis.navigator?.mediaDevices?.getUserMedia !== undefined;

/** Creates a reader of QR codes. Throws if the browser has none. */
export function openReader(): BarcodeReader {
  if (Detector === undefined) throw new Error('This browser has no BarcodeDetector.');
  return new Detector({ formats: ['qr_code'] });
}

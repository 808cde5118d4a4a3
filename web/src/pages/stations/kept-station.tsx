import type { ServiceStation } from '@restvarde/contract/service-stations';
import { ValueList } from '../../ui/display/value-list.tsx';
import { stationRows } from './station-words.ts';

/** Links to the created station if its contact could not be added (STN-3). */
export default function KeptStation({ station }: { station: ServiceStation }) {
  return <ValueList rows={stationRows(station)} />;
}

import { removeServiceStation, type ServiceStation } from '@restvarde/contract/service-stations';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../base/api/call.ts';
import { RemoveDialog } from '../../base/forms/act-dialog.tsx';
import { paths } from '../../base/urls/paths.ts';
import { STATION_LISTS, stationQuery } from '../../features/stations/queries.ts';
import { showSuccess } from '../../ui/feedback/toast.ts';

/** Asks before removing a station (STN-8). */
export default function RemoveStationDialog(props: {
  station: ServiceStation;
  onClose: () => void;
}) {
  const { station, onClose } = props;
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <RemoveDialog
      title={`Ta bort ${station.name}?`}
      remove={async () => {
        await call(removeServiceStation, { params: { id: station.id } });
        showSuccess('Verkstaden har tagits bort.');
        await navigate({ to: paths.serviceStations, replace: true, ignoreBlocker: true });
        client.removeQueries({ queryKey: stationQuery(station.id).queryKey });
        await client.invalidateQueries({ queryKey: STATION_LISTS });
        await client.invalidateQueries({ queryKey: ['staging-areas'] });
      }}
      onClose={onClose}
    >
      <p>{`Verkstad ${station.number} försvinner ur listan, och dess kontaktperson kan inte längre logga in. Bud som den har lagt ligger kvar, från ”Borttagen verkstad”. Det går inte att ångra.`}</p>
    </RemoveDialog>
  );
}

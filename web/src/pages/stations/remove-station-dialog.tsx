import { removeServiceStation, type ServiceStation } from '@restvarde/contract/service-stations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../base/api/call.ts';
import { paths } from '../../base/urls/paths.ts';
import { STATION_LISTS, stationQuery } from '../../features/stations/queries.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { AlertDialog } from '../../ui/modal/alert-dialog.tsx';

/** Asks before removing a station (STN-8). */
export default function RemoveStationDialog(props: {
  station: ServiceStation;
  onClose: () => void;
}) {
  const { station, onClose } = props;
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(removeServiceStation, { params: { id: station.id } }),
    async onSuccess() {
      showToast({ tone: 'success', text: 'Verkstaden har tagits bort.' });
      await navigate({ to: paths.serviceStations, replace: true, ignoreBlocker: true });
      client.removeQueries({ queryKey: stationQuery(station.id).queryKey });
      await client.invalidateQueries({ queryKey: STATION_LISTS });
      await client.invalidateQueries({ queryKey: ['staging-areas'] });
    },
  });
  return (
    <AlertDialog
      title={`Ta bort ${station.name}?`}
      isOpen
      onOpenChange={onClose}
      confirmLabel="Ta bort"
      onConfirm={() => mutate()}
      isPending={isPending}
      pendingLabel="Tar bort …"
      isDanger
      error={error?.message ?? null}
    >
      <p>{`Verkstad ${station.number} försvinner ur listan, och dess kontaktperson kan inte längre logga in. Bud som den har lagt ligger kvar, från «Borttagen verkstad». Det går inte att ångra.`}</p>
    </AlertDialog>
  );
}

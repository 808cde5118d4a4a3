import { AlertDialog } from '../../ui/modal/alert-dialog.tsx';

/** Asks whether to leave and lose unsaved changes. */
export default function LeaveDialog(props: { what: string; onStay: () => void; onGo: () => void }) {
  return (
    <AlertDialog
      title="Lämna utan att spara?"
      onOpenChange={props.onStay}
      confirmLabel="Lämna sidan"
      cancelLabel="Stanna kvar"
      onConfirm={props.onGo}
      isDanger
    >
      <p>{`${props.what} som inte är sparade går förlorade.`}</p>
    </AlertDialog>
  );
}

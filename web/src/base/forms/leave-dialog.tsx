import { AlertDialog } from '../../ui/modal/alert-dialog.tsx';

/** Asks whether to go, and to lose what is not saved. */
export default function LeaveDialog(props: { what: string; onStay: () => void; onGo: () => void }) {
  return (
    <AlertDialog
      title="Lämna utan att spara?"
      isOpen
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

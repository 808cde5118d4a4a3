import {
  OPENING_HOURS_LENGTH,
  type StagingArea,
  stagingAreaChange,
} from '@restvarde/contract/categories';
import { draftSchema } from '../../base/forms/draft-schema.ts';
import { FormDialog } from '../../base/forms/form-dialog.tsx';
import { TextAreaInput } from '../../base/forms/text-input.tsx';
import { useCheckedForm } from '../../base/forms/use-checked-form.ts';

type Draft = { opening_hours: string };
const schema = draftSchema(stagingAreaChange, (draft: Draft) => draft);

/** Sets the opening hours of a staging area, for those who book a time there (PICK-4). */
export default function OpeningHoursDialog(props: {
  place: StagingArea;
  save: (opening_hours: string) => Promise<void>;
  onClose: () => void;
}) {
  const { place, save, onClose } = props;
  const checked = useCheckedForm({
    initial: { opening_hours: place.opening_hours },
    schema,
    async send({ opening_hours = '' }) {
      await save(opening_hours);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Öppettider för ${place.name}`}
      {...{ onClose, checked }}
      submitLabel="Spara"
    >
      <TextAreaInput
        control={checked.control}
        name="opening_hours"
        label="Öppettider"
        description="Visas för köparen som bokar hämtning, till exempel «Vardagar 8–16, lunch 12–13»."
        isOptional
        maxLength={OPENING_HOURS_LENGTH}
      />
    </FormDialog>
  );
}

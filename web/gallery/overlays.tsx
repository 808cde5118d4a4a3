import { ArrowUpDown, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../src/ui/button/button.tsx';
import { showToast } from '../src/ui/feedback/toast.ts';
import { TextField } from '../src/ui/field/text-field.tsx';
import { ChoiceMenu } from '../src/ui/menu/choice-menu.tsx';
import { Menu, type MenuChoice, ThreeDotMenu } from '../src/ui/menu/menu.tsx';
import { AlertDialog } from '../src/ui/modal/alert-dialog.tsx';
import { Modal } from '../src/ui/modal/modal.tsx';
import { Column, Grid, Row, Specimen } from './specimen.tsx';

const CHOICES: MenuChoice[] = [
  { id: 'change', label: 'Ändra', icon: <Pencil size={20} /> },
  { id: 'print', label: 'Skriv ut fordonsbesiktningsprotokollet', isDisabled: true },
  { id: 'delete', label: 'Radera', icon: <Trash2 size={20} />, isDanger: true },
];
const ORDERS = [
  { id: 'end', label: 'Slutar först' },
  { id: 'new', label: 'Senast tillagda' },
] as const;
const PARAGRAPH = 'En lång text som fyller rutan, så att den rullar under sin rubrik. '.repeat(12);

const TOASTS = {
  info: 'Auktionen finns kvar.',
  success: 'Ändringarna är sparade.',
  warn: 'Anslutningen är långsam.',
  danger: 'Det gick inte att spara.',
} as const;

type Open = 'modal' | 'long' | 'wide' | 'side' | 'alert' | 'pending' | 'failed' | null;

export function Overlays() {
  const [open, setOpen] = useState<Open>(null);
  const [order, setOrder] = useState<'end' | 'new'>('end');
  const dialog = (name: Open) => ({
    isOpen: open === name,
    onOpenChange: (is_open: boolean) => setOpen(is_open ? name : null),
  });
  const opener = (name: Open, word: string) => (
    <Button key={name} onPress={() => setOpen(name)}>
      {word}
    </Button>
  );
  const footer = (
    <>
      <Button variant="primary" onPress={() => setOpen(null)}>
        Spara
      </Button>
      <Button onPress={() => setOpen(null)}>Avbryt</Button>
    </>
  );
  return (
    <Grid>
      <Specimen name="Rutor">
        <Row>
          {opener('modal', 'Ruta')}
          {opener('long', 'Ruta som rullar')}
          {opener('wide', 'Bred ruta')}
          {opener('side', 'Ruta från sidan')}
          {opener('alert', 'Ruta som frågar')}
          {opener('pending', 'Ruta som väntar')}
          {opener('failed', 'Ruta som misslyckats')}
        </Row>
        <Modal title="Avsluta auktionen" footer={footer} {...dialog('modal')}>
          <p>Skriv varför auktionen ska avslutas.</p>
          <TextField label="Anledning" />
        </Modal>
        <Modal title="En ruta som rullar" footer={footer} {...dialog('long')}>
          <p>{PARAGRAPH}</p>
          <p>{PARAGRAPH}</p>
          <p>{PARAGRAPH}</p>
        </Modal>
        <Modal title="En bred ruta" size="wide" {...dialog('wide')}>
          <p>{PARAGRAPH}</p>
        </Modal>
        <Modal title="Filter" placement="side" footer={footer} {...dialog('side')}>
          <TextField label="Modell" />
        </Modal>
        <AlertDialog
          title="Radera auktionen?"
          confirmLabel="Radera"
          isDanger
          onConfirm={() => setOpen(null)}
          {...dialog('alert')}
        >
          <p>Volvo V60, KLM482, tas bort med alla bud.</p>
        </AlertDialog>
        <AlertDialog
          title="Raderar auktionen"
          confirmLabel="Radera"
          isDanger
          isPending
          pendingLabel="Raderar …"
          onConfirm={() => {}}
          {...dialog('pending')}
        >
          <p>Volvo V60, KLM482, tas bort med alla bud.</p>
        </AlertDialog>
        <AlertDialog
          title="Radera auktionen"
          confirmLabel="Radera"
          isDanger
          error="Auktionen är avslutad och kan inte raderas."
          onConfirm={() => {}}
          {...dialog('failed')}
        >
          <p>Volvo V60, KLM482, tas bort med alla bud.</p>
        </AlertDialog>
      </Specimen>
      <Specimen name="Menyer">
        <Row>
          <ThreeDotMenu label="Fler val för auktion 10342" choices={CHOICES} />
          <Menu
            label="Personlig meny"
            isHeadingShown
            choices={CHOICES}
            trigger={<Button>Meny med rubrik</Button>}
          />
          <ChoiceMenu
            label="Ordning"
            choices={ORDERS}
            value={order}
            onChange={setOrder}
            trigger={<Button icon={<ArrowUpDown size={20} />}>Ordning</Button>}
          />
        </Row>
      </Specimen>
      <Specimen name="Meddelanden vid kanten">
        <Column>
          <Row>
            {(Object.keys(TOASTS) as (keyof typeof TOASTS)[]).map((tone) => (
              <Button key={tone} onPress={() => showToast({ tone, text: TOASTS[tone] })}>
                {`Säg ${tone}`}
              </Button>
            ))}
            <Button
              onPress={() =>
                showToast({
                  tone: 'info',
                  text: 'Fordonsbesiktningsprotokollsbilaga.jpg togs bort.',
                  action: { label: 'Ångra', onAction: () => {} },
                })
              }
            >
              Säg med Ångra
            </Button>
          </Row>
        </Column>
      </Specimen>
    </Grid>
  );
}

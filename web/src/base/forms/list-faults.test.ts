import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFaults, nameFaults } from './list-faults.ts';

test('FORM-6 all errors are listed, each with the path of its field', () => {
  const wrong = (message: string) => ({ type: 'rule', message });
  const rows = [undefined, { min_price: wrong('A'), max_price: wrong('B') }];
  assert.deepEqual(listFaults({ name: wrong('C'), rows, other: wrong('C') } as never), [
    { name: 'name', message: 'C' },
    { name: 'rows.1.min_price', message: 'A' },
    { name: 'rows.1.max_price', message: 'B' },
    { name: 'other', message: 'C' },
  ]);
});

test('FORM-6 a summary adds the label of the field to a message that does not contain it, and lists a message that names all its fields once', () => {
  const labels: Record<string, string> = {
    start_bid: 'Utropspris (kr)',
    reserve: 'Reservationspris (kr)',
    postal: 'Postnummer',
    first_name: 'Förnamn',
    registration_number: 'Reg.nr',
    chassis_number: 'Chassi.nr',
  };
  const linesOf = (faults: Record<string, string>) =>
    nameFaults(
      Object.entries(faults).map(([name, message]) => ({ name, message })),
      (name) => labels[name],
    ).map(({ message }) => message);
  assert.deepEqual(
    linesOf({ start_bid: 'Ange beloppet i hela kronor', reserve: 'Ange beloppet i hela kronor' }),
    ['Utropspris: ange beloppet i hela kronor', 'Reservationspris: ange beloppet i hela kronor'],
  );
  assert.deepEqual(
    linesOf({ postal: 'Ange i formatet 12345', first_name: 'Du måste ange förnamn', other: 'Fel' }),
    ['Postnummer: ange i formatet 12345', 'Du måste ange förnamn', 'Fel'],
  );
  const either = 'Du måste fylla i antingen reg.nr eller chassi.nr';
  assert.deepEqual(linesOf({ registration_number: either, chassis_number: either }), [either]);
});

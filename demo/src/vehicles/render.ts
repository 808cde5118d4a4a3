// node demo/src/vehicles/render.ts [from] [to] [width] [folder]: draws the pictures of vehicles.json.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOOKS, paintOf } from './looks.ts';
import type { View } from './vehicle-drawing.ts';
import { renderPicture } from './vehicle-picture.ts';

const [
  from = '0',
  to = '999',
  width = '1360',
  folder = join(import.meta.dirname, '../../pictures'),
  only = '',
] = process.argv.slice(2);
const list = JSON.parse(readFileSync(join(import.meta.dirname, '../../vehicles.json'), 'utf8'));
mkdirSync(folder, { recursive: true });
for (const [index, vehicle] of list.entries()) {
  if (index < Number(from) || index >= Number(to)) continue;
  for (const file of vehicle.pictures) {
    const view = file.slice(7, -5) as View;
    if (only && !only.split(',').includes(view)) continue;
    const picture = await renderPicture({
      ...LOOKS[index]!,
      colour: paintOf(vehicle.colour),
      registration_number: vehicle.registration_number,
      chassis_number: vehicle.chassis_number,
      manufacturer: vehicle.manufacturer,
      model_year: vehicle.model_year,
      mileage: vehicle.mileage ?? 0,
      damage: vehicle.damage.kind,
      side: vehicle.damage.side === 'left' ? 1 : -1,
      airbag: vehicle.damage.airbag,
      severe: vehicle.damage_condition === 'DISASSEMBLY',
      seed: 101 + index * 7,
      view,
    });
    await picture
      .resize({ width: Number(width) })
      .webp({ quality: 62, effort: 6, smartSubsample: true })
      .toFile(join(folder, file));
  }
}

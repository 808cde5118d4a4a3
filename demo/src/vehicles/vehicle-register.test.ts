import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openVehicleLookup } from '@restvarde/server/vehicles/open-vehicle-lookup';
import { startVehicleRegister, UNLISTED } from './vehicle-register.ts';
import { VEHICLES } from './vehicles.ts';

const DESCRIPTION = join(import.meta.dirname, '../../../docs/vehicle-lookup.yaml');

test('FORM-15 the demo’s register has its vehicles, in the format that the product reads', async (t) => {
  const register = await startVehicleRegister();
  t.after(() => register.stop());
  const lookUp = openVehicleLookup(register, assert.ifError);
  for (const vehicle of [...VEHICLES, ...UNLISTED]) {
    const { status, vehicle: found } = await lookUp(vehicle.registration_number);
    assert.equal(status, 'found', vehicle.registration_number);
    for (const name of ['manufacturer', 'model', 'model_year', 'mileage', 'category'] as const)
      assert.equal(found![name], vehicle[name], name);
  }
  assert.equal((await lookUp('CUU851')).vehicle?.model, 'S60 T5 R-Design');
  assert.deepEqual(await lookUp('ZZZ999'), { status: 'unknown', vehicle: null });
});

test('FORM-15 the description for providers is valid OpenAPI', async () => {
  const redocly = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
  await promisify(execFile)(
    process.execPath,
    [
      join(dirname(redocly), 'bin/cli.js'),
      'lint',
      '--extends=recommended',
      '--skip-rule=info-license',
      DESCRIPTION,
    ],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  );
});

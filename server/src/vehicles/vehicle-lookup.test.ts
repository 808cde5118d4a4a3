import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import { makeCompany, makeStaff } from '../../test/factories.ts';
import { openTestNode } from '../../test/test-node.ts';
import { openVehicleLookup } from './open-vehicle-lookup.ts';

let answers: RequestListener = (_request, response) => response.writeHead(404).end();
const asked: string[] = [];
const register = createServer((request, response) => {
  asked.push(`${request.url} ${request.headers.authorization}`);
  answers(request, response);
});
register.listen(0, '127.0.0.1');
await once(register, 'listening');
after(() => {
  register.closeAllConnections();
  register.close();
});
const { port } = register.address() as AddressInfo;

const { node, db } = await openTestNode({
  vehicleProvider: { url: `http://127.0.0.1:${port}/v1`, token: 'hemlig' },
});
const manager = await makeStaff(db, await makeCompany(db));
beforeEach(() => asked.splice(0));

const CAR = {
  manufacturer: 'Volvo',
  model: 'V60 D4',
  model_year: 2019,
  mileage: 8_400,
  fuel: 'diesel',
  colour: 'Röd',
  chassis_number: 'YV1ZWA8UDK1234567',
  category: 'Personbil',
};
const NOTHING = Object.fromEntries(Object.keys(CAR).map((name) => [name, null]));

const answer = (body: unknown) => {
  answers = (_request, response) => response.end(JSON.stringify(body));
};
const lookUp = async (number: string) => {
  const query = encodeURIComponent(number);
  return (await node.call(manager, 'GET', `/api/vehicle-lookup?registration_number=${query}`)).body;
};

test('FORM-15 a vehicle is looked up by its tidied number and remembered, also if it is unknown', async () => {
  answer(CAR);
  assert.deepEqual(await lookUp('abc 123'), { status: 'found', vehicle: CAR });
  assert.deepEqual(await lookUp('ABC-123'), { status: 'found', vehicle: CAR });
  assert.deepEqual(asked, ['/v1/vehicles/ABC123 Bearer hemlig']);
  answers = (_request, response) => response.writeHead(404).end();
  for (const _time of [1, 2])
    assert.deepEqual(await lookUp('ABC124'), { status: 'unknown', vehicle: null });
  assert.equal(asked.length, 2);
  const refused = await node.call(manager, 'GET', '/api/vehicle-lookup?registration_number=../x');
  assert.deepEqual(refused.body, { registration_number: ['Ange ett reg.nr'] });
  assert.equal(asked.length, 2);
});

test('FORM-15 values that the form would refuse become unknown, and others are kept', async () => {
  const strange = { ...CAR, model_year: 19, mileage: -1, fuel: 'ånga', colour: 7, owner: 'Eva' };
  answer({ ...strange, model: 'x'.repeat(81), category: undefined });
  assert.deepEqual(await lookUp('BBB111'), {
    status: 'found',
    vehicle: {
      ...NOTHING,
      manufacturer: 'Volvo',
      chassis_number: CAR.chassis_number,
    },
  });
});

test('FORM-15 a provider that is down, slow or sends invalid or endless answers is unavailable, and is asked again', async () => {
  const faults: RequestListener[] = [
    (_request, response) => response.writeHead(500).end(),
    (_request, response) => response.end('<html>'),
    (_request, response) => response.end('[]'),
    (_request, response) => response.writeHead(302, { location: '/v1/vehicles/ABC123' }).end(),
    (_request, response) => response.end(JSON.stringify({ ...CAR, note: 'x'.repeat(70_000) })),
    (request) => request.socket.destroy(),
    (_request, response) => response.writeHead(200).write('{'),
  ];
  for (const [index, fault] of faults.entries()) {
    answers = fault;
    const began = performance.now();
    const { status, vehicle } = await lookUp('CCC111');
    assert.deepEqual([status, vehicle], ['unavailable', null], `fault ${index}`);
    assert.ok(performance.now() - began < 60_000, `fault ${index}`);
  }
  answer(CAR);
  assert.equal((await lookUp('CCC111')).status, 'found');
});

test('FORM-15 without a provider the answer is off', async () => {
  const off = openVehicleLookup(null, assert.ifError);
  assert.deepEqual(await off('ABC123'), { status: 'off', vehicle: null });
});

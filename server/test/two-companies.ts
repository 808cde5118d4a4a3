import type { Database } from '../src/db/pool.ts';
import { makeCompany, makeStaff } from './factories.ts';

/** Nord, with an admin and a case manager, and Väst, with an admin: for who may do what to whose. */
export async function makeTwoCompanies(db: Database) {
  const nord = await makeCompany(db, { name: 'Nord' });
  const vast = await makeCompany(db, { name: 'Väst' });
  return {
    nord,
    vast,
    /** The superuser. */
    root: await makeStaff(db, null, 30),
    admin: await makeStaff(db, nord, 30),
    manager: await makeStaff(db, nord),
    /** Väst's admin. */
    rival: await makeStaff(db, vast, 30),
  };
}

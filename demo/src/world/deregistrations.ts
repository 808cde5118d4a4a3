import { addDays, stockholmDate } from '@restvarde/contract/dates';
import type { Tx } from '@restvarde/server/db/pool';
import type { Media } from '@restvarde/server/media/media';
import { followDeregistration } from '@restvarde/server/sales/follow-deregistration';
import { documentsOf } from '../documents/documents.ts';
import type { Vehicle } from '../vehicles/vehicles.ts';
import type { DemoCompany, DemoStation } from './people.ts';

/**
 * Creates deregistrations in each state in turn: to be judged, overdue, returned, awaiting the certificate, approved
 * (DISM-7).
 */
export async function makeDemoDeregistrations(
  tx: Tx,
  media: Media,
  company: DemoCompany,
  auctions: readonly { id: number; vehicle: Vehicle }[],
  now: number,
): Promise<void> {
  await tx
    .updateTable('companies')
    .set({ follow_deregistration: true })
    .where('id', '=', company.id)
    .execute();
  for (const { id } of auctions) await followDeregistration(tx, id);
  const followed = await tx
    .selectFrom('deregistrations as d')
    .innerJoin('users as u', 'u.service_station_id', 'd.service_station_id')
    .select(['d.id', 'd.auction_id', 'u.id as user_id'])
    .where('d.withdrawn_at', 'is', null)
    .orderBy('d.auction_id')
    .execute();
  const today = stockholmDate(new Date(now));
  const stages = [
    { state: 'submitted' as const },
    { state: 'awaiting' as const, due_date: addDays(today, -1) },
    { state: 'returned' as const, returned_reason: 'Intygets sista sida saknas.' },
    { state: 'awaiting' as const },
    { state: 'approved' as const },
  ];
  for (const [place, { id, auction_id, user_id }] of followed.entries()) {
    const stage = stages[place % stages.length]!;
    if (stage.state !== 'awaiting') {
      const { vehicle } = auctions.find((auction) => auction.id === auction_id)!;
      await addCertificate(tx, media, vehicle, {
        deregistration_id: id,
        sent_by: user_id,
        date: today,
      });
    }
    await tx.updateTable('deregistrations').set(stage).where('id', '=', id).execute();
  }
}

/** Uses one of the vehicle's documents as the certificate. */
async function addCertificate(
  tx: Tx,
  media: Media,
  vehicle: Vehicle,
  values: { deregistration_id: number; sent_by: number; date: string },
): Promise<void> {
  const [paper] = await documentsOf(vehicle);
  if (!paper) return;
  await tx
    .insertInto('certificates')
    .values({
      ...values,
      kind: 'certificate',
      document_key: await media.putDocument(paper.content),
      document_name: `Skrotningsintyg ${vehicle.registration_number}.pdf`,
      document_size: paper.content.length,
    })
    .execute();
}

/** One workshop is an authorised dismantler that expires soon; another has applied (DISM-2). */
export async function makeDemoDismantlers(
  tx: Tx,
  stations: readonly DemoStation[],
  company: DemoCompany,
  now: number,
): Promise<void> {
  const [checked, claimed] = stations
    .filter(({ company_id, categories }) => company_id === company.id && categories.length > 0)
    .concat(stations.filter(({ company_id }) => company_id === company.id).slice(-1));
  const today = stockholmDate(new Date(now));
  if (checked) {
    await tx
      .insertInto('dismantlers')
      .values({
        ...{ service_station_id: checked.id, number: '551-3310-2022', county: 'U' },
        ...{ valid_to: addDays(today, 20), is_claimed: false, checked_at: new Date(now) },
        ...{ checked_by: company.case_manager_id, checked_company_id: company.id },
      })
      .execute();
  }
  if (claimed && claimed !== checked) {
    await tx
      .insertInto('dismantlers')
      .values({
        ...{ service_station_id: claimed.id, number: '562-811-2025', county: 'X' },
        ...{ valid_to: null, is_claimed: true },
      })
      .execute();
  }
}

// A company's sign-on provider, set up by a superuser and managed by its administrator.
import { expect } from '@playwright/test';
import { assertAccessible } from '../fixtures/accessibility.ts';
import { PEOPLE } from '../fixtures/people.ts';
import { test } from '../fixtures/test.ts';
import { visit } from '../fixtures/windows.ts';

const ISSUER = 'https://inloggning.sydfall.example/adfs';

test('AUTH-18 a superuser adds a company’s login, its admin changes secret and groups, and no secret is shown', async ({
  openSignedIn,
  companyAdmin,
}) => {
  await visit(companyAdmin, '/settings/sign-on');
  await expect(companyAdmin.getByText('Ingen egen inloggningstjänst').first()).toBeVisible();
  await expect(companyAdmin.getByRole('button', { name: 'Lägg till' })).toHaveCount(0);
  await assertAccessible(companyAdmin);

  const root = await openSignedIn(PEOPLE.superuser);
  await visit(root, '/settings/sign-on');
  await root.getByRole('combobox', { name: 'Bolag', exact: true }).click();
  await root.getByRole('option', { name: 'Nordsäkring' }).click();
  await root.getByRole('button', { name: 'Lägg till' }).click();
  const add = root.getByRole('dialog', { name: 'Lägg till inloggningstjänst' });
  await add.getByLabel('Utfärdare').fill('http://sydfall.example');
  await add.getByLabel('Domäner').fill('sydfall');
  await add.getByRole('button', { name: 'Lägg till' }).click();
  await expect(add.getByText('Ange en adress med https://').first()).toBeVisible();
  await expect(add.getByText('Ange domäner som bolaget.se').first()).toBeVisible();
  await add.getByLabel('Utfärdare').fill(ISSUER);
  await add.getByLabel('Domäner').fill('sydfall.example, syd.example');
  await add.getByLabel('Klient-id').fill('restvarde');
  await add.getByLabel('Klienthemlighet').fill('en hemlighet');
  await add.getByLabel('Grupper för handläggare').fill('CN=Skador,OU=Syd');
  await add.getByRole('button', { name: 'Lägg till' }).click();
  await expect(add.getByText('Ange vilket attribut grupperna står i').first()).toBeVisible();
  await add.getByLabel('Attribut med grupper').fill('groups');
  await assertAccessible(root);
  await add.getByRole('button', { name: 'Lägg till' }).click();
  await expect(add).toBeHidden();
  await expect(root.getByText(ISSUER).first()).toBeVisible();

  await visit(companyAdmin, '/settings/sign-on');
  await companyAdmin.getByRole('button', { name: `Ändra ${ISSUER}` }).click();
  const change = companyAdmin.getByRole('dialog', { name: 'Ändra inloggningstjänst' });
  await expect(change.getByLabel('Klienthemlighet')).toHaveValue('');
  await expect(change.getByLabel('Utfärdare')).toHaveCount(0);
  await expect(change.getByLabel('Grupper för handläggare')).toHaveValue('CN=Skador,OU=Syd');
  await change.getByLabel('Klienthemlighet').fill('en ny hemlighet');
  await change.getByLabel('Grupper för administratörer').fill('CN=Chefer,OU=Syd');
  await assertAccessible(companyAdmin);
  await change.getByRole('button', { name: 'Spara' }).click();
  await expect(change).toBeHidden();
  await assertAccessible(companyAdmin);

  await root.getByRole('button', { name: `Ta bort ${ISSUER}` }).click();
  await root.getByRole('alertdialog').getByRole('button', { name: 'Ta bort' }).click();
  await expect(root.getByText('Ingen egen inloggningstjänst').first()).toBeVisible();
});

import type { EmailTemplate } from '../../email/email.ts';
import { Layout } from '../../email/layout.tsx';
import { Paragraph } from '../../email/parts.tsx';

interface AddressTakenProps {
  /** The inviting company. */
  company_name: string | null;
}

/** Notifies the owner of an address, and not the inviter, that it has an account already (STN-9). */
function AddressTakenEmail({ company_name }: AddressTakenProps) {
  const by = company_name ?? 'Restvärde';
  const first = `${by} ville lägga till ett konto med din e-postadress, men du har redan ett konto hos Restvärde.`;
  return (
    <Layout
      heading="Du har redan ett konto"
      preview={first}
      reason="Du får det här mejlet eftersom någon ville lägga till ett konto med din e-postadress."
    >
      <Paragraph>{first}</Paragraph>
      <Paragraph>
        Ditt konto gäller som förut, och ingen annan har fått veta att det finns. Vill du ha ett
        konto hos {by} också? Be dem lägga till dig med en annan e-postadress.
      </Paragraph>
      <Paragraph>Känner du inte till det här? Då behöver du inte göra något.</Paragraph>
    </Layout>
  );
}

export default {
  name: 'Inbjudan till en adress som redan används',
  subject: () => 'Du har redan ett konto hos Restvärde',
  template: AddressTakenEmail,
  samples: { vanligt: { company_name: 'Nordsäkring' } },
} satisfies EmailTemplate<AddressTakenProps>;

import { Paragraph } from './parts.tsx';

/** Does not wrap within a number. */
const PHONE = { whiteSpace: 'nowrap' } as const;

/** The seller's contact details, if any: «Frågor besvaras av Nordsäkring: info@nordsakring.example, 08-123 45 67.» */
export function Questions(seller: {
  company_name: string;
  company_email: string;
  company_phone: string;
}) {
  const { company_name, company_email, company_phone } = seller;
  if (!company_email && !company_phone) return null;
  return (
    <Paragraph>
      Frågor besvaras av {company_name}: {company_email}
      {company_email && company_phone && ', '}
      {company_phone && <span style={PHONE}>{company_phone}</span>}.
    </Paragraph>
  );
}

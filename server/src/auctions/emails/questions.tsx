import { Paragraph } from '../../email/parts.tsx';

/** Whom to ask, where there is a way to: «Frågor besvaras av Nordsäkring: info@nordsakring.example, 08-123 45 67.» */
export function Questions(seller: {
  company_name: string;
  company_email: string;
  company_phone: string;
}) {
  // A number is not broken over two lines.
  const phone = seller.company_phone.replaceAll(' ', '\u00a0');
  const ways = [seller.company_email, phone].filter(Boolean).join(', ');
  if (!ways) return null;
  return (
    <Paragraph>
      Frågor besvaras av {seller.company_name}: {ways}.
    </Paragraph>
  );
}

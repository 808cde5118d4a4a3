// What emails are measured against: one rendered email, sent again and again by a pool of nodemailer.
import { createTransport } from 'nodemailer';
import { renderSamples } from '../../src/email/render-samples.ts';

/** No fewer than a node of the product has for such. */
const CONNECTIONS = 10;

const samples = await renderSamples();
const { subject, html, text } = samples.find(({ template }) => template === 'ended')!.email;
const transport = createTransport({
  url: process.argv[2]!,
  pool: true,
  maxConnections: CONNECTIONS,
  maxMessages: Infinity,
});
process.send!('ready');
process.on('message', ({ emails }: { emails: number }) => {
  let left = emails;
  const send = async () => {
    while (left-- > 0) {
      await transport.sendMail({
        from: 'no-reply@restvarde.example',
        to: 'bench@verkstad.example',
        subject,
        html,
        text,
      });
    }
  };
  for (let n = 0; n < CONNECTIONS; n++) void send();
});
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => {});

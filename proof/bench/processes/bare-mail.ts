// The baseline of emails: one rendered email, sent many times by a pool of nodemailer.
import { createTransport } from 'nodemailer';
import { renderSamples } from '../../../server/src/email/emails.ts';
import { serve } from '../../serve.ts';

/** As many as a node's worker uses for these emails. */
const CONNECTIONS = 10;

const samples = await renderSamples();
const { subject, html, text } = samples.find(({ template }) => template === 'ended')!.email;
const transport = createTransport({
  url: JSON.parse(process.argv[2]!),
  pool: true,
  maxConnections: CONNECTIONS,
  maxMessages: Infinity,
});
const message = {
  from: 'no-reply@restvarde.example',
  to: 'bench@verkstad.example',
  subject,
  html,
  text,
};
serve(null, {
  send: async (count: number) => {
    let left = count;
    const drain = async () => {
      while (left-- > 0) await transport.sendMail(message);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, drain));
  },
});

// A mail server that accepts everything at once, and counts.
import { startSmtpDouble } from '../../../server/test/smtp-double.ts';
import { serve } from '../../serve.ts';

const { url, arrivals } = await startSmtpDouble(() => 'taken');
serve(url, {
  count: () => arrivals.length,
  countDistinct: () => new Set(arrivals.map(({ message_id, to }) => `${message_id} ${to}`)).size,
});

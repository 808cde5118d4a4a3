// A mail server that takes everything at once, in a process of its own. It says its address, and when it is asked,
// how many it has taken, and how many of them differ.
import { startSmtpDouble } from '../smtp-double.ts';

const mail = await startSmtpDouble(() => 'taken');
process.send!({ url: mail.url });
process.on('message', (asked: { counts_distinct?: boolean }) => {
  const { arrivals } = mail;
  const distinct = asked.counts_distinct
    ? new Set(arrivals.map(({ message_id, to }) => `${message_id} ${to}`)).size
    : null;
  process.send!({ taken: arrivals.length, distinct });
});
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => {});

// A mail server that takes everything at once, in a process of its own. It says its address, and how many it
// has taken when it is asked.
import { startSmtpDouble } from '../smtp-double.ts';

const mail = await startSmtpDouble(() => 'taken');
process.send!({ url: mail.url });
process.on('message', () => process.send!({ taken: mail.arrivals.length }));
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => {});

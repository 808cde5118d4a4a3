// Makes the first superuser of an installation (DATA-1), who creates companies and their admins:
// node server/src/superuser-command.ts siv@bolag.se Siv Rask
// The person gets a mail with a link to choose a password as soon as a server runs.
import { email as emailSchema } from '@restvarde/contract/auth/login';
import { sendSetPasswordEmail } from './auth/emails/set-password-job.ts';
import { readConfig } from './config.ts';
import { startNode } from './node.ts';
import { prepareDatabase } from './prepare-database.ts';
import { StartError } from './start-error.ts';

async function makeSuperuser(args: string[]): Promise<string> {
  const [address = '', first_name = '', last_name = ''] = args;
  const parsed = emailSchema.safeParse(address);
  if (!parsed.success || !first_name || !last_name) {
    throw new StartError('Name the superuser: <e-mail> <first name> <last name>.');
  }
  const config = readConfig(process.env);
  const { databaseUrl } = config;
  await prepareDatabase(databaseUrl);
  const node = await startNode({ config, databaseUrl, smtpUrl: null });
  try {
    return await node.context.pool.db.transaction().execute(async (tx) => {
      const made = await tx
        .insertInto('users')
        .values({ email: parsed.data, first_name, last_name, role: 30, is_superuser: true })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!made) throw new StartError(`There is a user with the address ${parsed.data} already.`);
      await sendSetPasswordEmail(node.context, tx, made.id);
      return `${parsed.data} gets a mail with a link to choose a password.`;
    });
  } finally {
    await node.stop();
  }
}

try {
  console.log(await makeSuperuser(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}

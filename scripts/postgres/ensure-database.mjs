import pg from 'pg'

/** Runs one statement on the server at `url`, on a connection of its own. */
async function once(url, sql, values) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(sql, values)
  } finally {
    await client.end()
  }
}

/** Makes the database `name` when the server at `adminUrl` does not have it; from `template` when one is given. */
export async function ensureDatabase(adminUrl, name, template) {
  const { rowCount } = await once(adminUrl, 'SELECT 1 FROM pg_database WHERE datname = $1', [name])
  if (rowCount) return
  const copied = template ? ` TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY FILE_COPY` : ''
  await once(adminUrl, `CREATE DATABASE ${pg.escapeIdentifier(name)}${copied}`)
}

// `CITUS=on`: distributes the tables of money and usage by customer over the workers of a Citus cluster, and keeps them so. Each step is
// safe to repeat: a run that was interrupted goes on where it stopped. Nothing else may use the database while tables are moved.
import { Failure, note } from '../steps/output.mjs'

/** Unless `citus.shard_count` is set. Statements of many customers cost each shard that they touch the same again. */
const SHARDS = 8

/** With their primary keys there, where Citus demands another: the same, and the customer behind it. */
const tables = {
  balances: null,
  holds: 'id, customer_id',
  key_spend: 'api_key_id, customer_id',
  ledger_entries: 'key, customer_id',
  ledger_months: 'month, account, customer_id',
  usage_records: null,
  usage_tallies: null,
  usage_rollups: null,
  usage_marks: null,
  usage_outbox: null,
  traffic_tallies: 'minute, provider_id, model_id, slot, customer_id',
  traffic_rollups: 'grain, cut, start, provider_id, model_id, customer_id',
}

const PAGES_AT_ONCE = 1000

/**
 * Names the customers of rows from before they were written with them, some pages at a time: what it named stays named. A row that is
 * named moves to another page, where it is not looked for again.
 */
async function nameCustomers(client) {
  await client.query('DELETE FROM key_spend WHERE customer_id IS NULL')
  const parts = await rowsOf(
    client,
    `SELECT relid::text AS name, (pg_relation_size(relid) / current_setting('block_size')::int)::int AS pages
       FROM pg_partition_tree('ledger_entries') WHERE isleaf`,
  )
  for (const { name, pages } of parts)
    for (let page = 0; page < pages; page += PAGES_AT_ONCE)
      await client.query(
        `UPDATE ${name} SET customer_id = CASE WHEN debit_account LIKE 'system:%' THEN credit_account ELSE debit_account END
          WHERE ctid >= '(${page},0)' AND ctid < '(${page + PAGES_AT_ONCE},0)' AND customer_id IS NULL`,
      )
}

/** What is archived of a closed month cannot be told apart by customer. */
async function refuseArchives(client) {
  const archives = await rowsOf(
    client,
    `SELECT to_char(month, 'YYYY-MM') AS month FROM ledger_archives ORDER BY 1`,
  )
  if (archives.length === 0) return
  const months = archives.map(({ month }) => month).join(', ')
  throw new Failure(
    `Months of the ledger are archived (${months}): restore them with \`npm run ledger:archive\` without CITUS first.`,
  )
}

const rowsOf = async (client, sql, values) => (await client.query(sql, values)).rows

const isDistributed = async (client, table) =>
  (await rowsOf(client, 'SELECT 1 FROM pg_dist_partition WHERE logicalrelid = to_regclass($1)', [table]))
    .length > 0

const hasExtension = async (client) =>
  (await rowsOf(client, "SELECT 1 FROM pg_extension WHERE extname = 'citus'")).length > 0

/** Refuses a setting that does not fit the database. */
export async function checkCitus(client, isOn) {
  const isThere = await hasExtension(client)
  if (isOn && !isThere)
    throw new Failure(
      'CITUS is on, and the database has no Citus: `CREATE EXTENSION citus` on all nodes first.',
    )
  if (!isOn && isThere && (await isDistributed(client, 'balances')))
    throw new Failure('This database is distributed by Citus: set CITUS=on.')
}

const onWorkers = (client, sql) =>
  client.query('SELECT result FROM run_command_on_workers($1)', [sql]).then(({ rows }) => {
    const failed = rows.find(({ result }) => result?.startsWith('ERROR'))
    if (failed) throw new Failure(`A Citus worker failed: ${failed.result}`)
  })

/** Before tables or functions change: shards' views and functions are made anew afterwards. */
export async function closeShards(client) {
  if (!(await rowsOf(client, "SELECT 1 FROM pg_proc WHERE proname = 'portico_close_shards'")).length) return
  await client.query('SELECT portico_close_shards()')
  await onWorkers(client, 'SELECT portico_close_shards()')
}

/** What the shards' views and functions are made from. */
const SOURCES = `SELECT md5(string_agg(source, ',' ORDER BY source)) AS sources FROM (
  SELECT name || checksum FROM "_portico_functions" WHERE name <> 'shards' UNION ALL SELECT migration_name FROM "_prisma_migrations") AS s (source)`

/** Distributes what is not distributed yet, and has the shards' views and functions made anew if they are out of date. */
export async function distribute(client, version) {
  const [{ workers }] = await rowsOf(
    client,
    'SELECT count(*)::int AS workers FROM citus_get_active_worker_nodes()',
  )
  if (workers === 0)
    throw new Failure('The Citus cluster has no workers: add them with citus_add_node first.')
  if (!(await isDistributed(client, 'balances'))) await refuseArchives(client)
  for (const [table, key] of Object.entries(tables)) {
    if (await isDistributed(client, table)) continue
    if (table === 'ledger_entries') await nameCustomers(client)
    // Sums of all customers: the next check sums these months again, each shard its own.
    if (table === 'ledger_months') await client.query('DELETE FROM ledger_months')
    await move(client, table, key)
  }
  if (!(await isDistributed(client, 'portico_two_phases')))
    await client.query(`SELECT citus_add_local_table_to_metadata('portico_two_phases')`)
  const [{ sources }] = await rowsOf(client, SOURCES)
  const isSame = await rowsOf(
    client,
    `SELECT 1 FROM "_portico_functions" WHERE name = 'shards' AND checksum = $1`,
    [sources],
  )
  if (isSame.length > 0) return
  await distributeFunctions(client)
  await closeShards(client)
  await client.query(
    `INSERT INTO "_portico_functions" (name, checksum, version) VALUES ('shards', $1, $2)
     ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, applied_at = now()`,
    [sources, version],
  )
}

async function move(client, table, key) {
  note(`Distributing ${table}`)
  await client.query('BEGIN')
  try {
    await client.query(`DROP TRIGGER IF EXISTS ${table}_of_old_releases ON ${table}`)
    if (key) await replaceKey(client, table, key)
    const first = table === 'balances'
    await client.query(
      `SELECT create_distributed_table($1, 'customer_id', colocate_with := $2, shard_count :=
         CASE WHEN $3 THEN (SELECT CASE source WHEN 'default' THEN $4 ELSE setting::int END FROM pg_settings WHERE name = 'citus.shard_count') END)`,
      [table, first ? 'none' : 'balances', first, SHARDS],
    )
    await client.query('SELECT truncate_local_data_after_distributing_table($1)', [table])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw new Failure(`${table} could not be distributed: ${error.message}`)
  }
}

async function replaceKey(client, table, key) {
  const [{ name }] = await rowsOf(
    client,
    `SELECT quote_ident(conname) AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'p'`,
    [table],
  )
  await client.query(
    `ALTER TABLE ${table} DROP CONSTRAINT ${name}, ADD CONSTRAINT ${name} PRIMARY KEY (${key})`,
  )
}

/**
 * The ledger's functions are copied to all nodes; `portico_on_shards` is called on the node of its shards. A function in SQL comes after those
 * that it calls: what fails is tried again after the others.
 */
async function distributeFunctions(client) {
  let left = await rowsOf(
    client,
    `SELECT oid::regprocedure::text AS name, proname FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND proname ~ '^(ledger|usage|portico)_' ORDER BY 1`,
  )
  while (left.length > 0) {
    const failed = []
    let reason
    for (const one of left)
      await distributeFunction(client, one).catch((error) => {
        failed.push(one)
        reason = error
      })
    if (failed.length === left.length)
      throw new Failure(`${failed[0].name} could not be copied to the workers: ${reason.message}`)
    left = failed
  }
}

const distributeFunction = (client, { name, proname }) =>
  client.query(
    proname === 'portico_on_shards'
      ? `SELECT create_distributed_function($1, 'p_shard', 'balances', true)`
      : 'SELECT create_distributed_function($1)',
    [name],
  )

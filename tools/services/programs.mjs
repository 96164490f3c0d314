// PostgreSQL, PgBouncer, Redis and nginx as Debian installs them, and Citus if it is there, for `npm run test:services`: each on its own
// port, in one folder that is deleted afterwards.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { unassignedPort } from '../../scripts/postgres/free-port.mjs'
import { readPostmaster } from '../../scripts/postgres/postmaster.mjs'
import { runAs } from '../../scripts/postgres/programs.mjs'
import { Failure } from '../../scripts/steps/output.mjs'
import { onStop } from '../../scripts/steps/stop.mjs'

const path = `${process.env.PATH}:/usr/sbin`
const readyWithinMilliseconds = 60_000

/** Folder of Debian's newest PostgreSQL, or undefined. */
function postgresFolder() {
  const all = '/usr/lib/postgresql'
  const versions = existsSync(all) ? readdirSync(all).sort((one, other) => Number(other) - Number(one)) : []
  return versions.map((version) => join(all, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

const hasCitus = () => existsSync(join(postgresFolder() ?? '', '..', 'lib', 'citus.so'))

const isInstalled = (name) =>
  spawnSync('which', [name], { env: { PATH: path }, stdio: 'ignore' }).status === 0

/** A Python that may have chdb, ClickHouse's engine. */
const python = process.env.CHDB_PYTHON ?? 'python3'
const isThere = {
  postgresql: () => Boolean(postgresFolder()),
  citus: () => hasCitus(),
  chdb: () => spawnSync(python, ['-c', 'import chdb'], { stdio: 'ignore' }).status === 0,
}

/** A reason to skip: the first of these programs that is missing. False if all are installed. */
export function missing(...names) {
  const name = names.find((one) => !(isThere[one]?.() ?? isInstalled(one)))
  return name ? `${name} is not installed` : false
}

/** Starts a program and resolves once it listens: `{ port, child, stop }`. */
async function serve(folder, name, port, command, parameters, options = {}, isReady = isListening) {
  const file = join(folder, `${name}.log`)
  const log = openSync(file, 'a')
  const env = { PATH: path, LANG: 'C', LC_ALL: 'C' }
  const child = spawn(command, parameters, { cwd: '/', env, stdio: ['ignore', log, log], ...options })
  const exit = new Promise((resolve) => child.once('exit', resolve))
  const stop = (signal = 'SIGKILL') => {
    child.kill(signal)
    return exit
  }
  onStop(() => stop())
  const end = Date.now() + readyWithinMilliseconds
  while (!(await isReady(port))) {
    if (child.exitCode !== null || Date.now() > end)
      throw new Failure(`${name} did not start.`, readFileSync(file, 'utf8'))
    await pause(50)
  }
  return { port, child, stop }
}

function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

function finish(command, parameters, options) {
  const { status, stdout, stderr } = spawnSync(command, parameters, { encoding: 'utf8', ...options })
  if (status !== 0) throw new Failure(`${command} failed.`, stdout + stderr)
}

/** A self-signed certificate for this machine: the files `certificate` and `key`, readable by `owner`. */
export function makeCertificate(folder, owner) {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const names = 'subjectAltName=DNS:localhost,DNS:portico.example,IP:127.0.0.1'
  const of = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=portico.example', '-addext', names]
  finish('openssl', ['req', '-x509', ...of, '-keyout', key, '-out', certificate])
  if (owner?.uid !== undefined) chownSync(key, owner.uid, owner.gid)
  return { certificate, key }
}

/** The user for programs that must not run as root. */
function account(folder) {
  return runAs({ dataDir: folder, binaries: { postgres: join(postgresFolder(), 'postgres') } })
}

/** A PostgreSQL, or a replica of `primary`. With `isSealed` it accepts only TLS. */
export async function startPostgres(folder, name, { primary, isSealed = false, settings = {} } = {}) {
  const bin = postgresFolder()
  const owner = account(folder)
  const home = join(folder, name)
  const port = await unassignedPort()
  const call = (program, ...parameters) =>
    finish(...owner.wrap(join(bin, program), parameters), owner.options)
  const { certificate, key } = isSealed ? makeCertificate(folder, owner) : {}
  mkdirSync(home, { mode: 0o700 })
  if (owner.uid !== undefined) chownSync(home, owner.uid, owner.gid)
  if (primary) {
    const from = ['-d', `host=127.0.0.1 port=${primary.port} user=portico application_name=${name}`]
    call('pg_basebackup', '-D', home, ...from, '--write-recovery-conf', '--checkpoint=fast')
  } else {
    call('initdb', '-D', home, '-U', 'portico', '--auth=trust', '--encoding=UTF8', '--locale=C', '-N')
    const kind = isSealed ? 'hostssl' : 'host'
    const rules = ['all', 'replication'].map((database) => `${kind} ${database} all 127.0.0.1/32 trust\n`)
    writeFileSync(join(home, 'pg_hba.conf'), rules.join(''))
  }
  const all = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    ...(isSealed && { ssl: 'on', ssl_cert_file: certificate, ssl_key_file: key }),
    ...settings,
  }
  const flags = Object.entries(all).flatMap(([setting, value]) => ['-c', `${setting}=${value}`])
  const [command, parameters] = owner.wrap(join(bin, 'postgres'), ['-D', home, ...flags])
  const isReady = () => readPostmaster(home)?.ready
  const start = () => serve(folder, name, port, command, parameters, owner.options, isReady)
  const server = await start()
  const query = isSealed ? `?sslmode=verify-full&sslrootcert=${certificate}` : ''
  return {
    ...server,
    home,
    certificate,
    key,
    url: (database) => `postgresql://portico@localhost:${port}/${database}${query}`,
    promote: () => call('pg_ctl', 'promote', '-D', home, '--wait'),
    /** After `stop`. Returns what stops it again. */
    restart: start,
  }
}

const distributed = { shared_preload_libraries: 'citus', wal_level: 'logical', max_connections: 150 }

/** A Citus cluster: a coordinator, and workers with these names. */
export async function startCitus(folder, names, settings) {
  const nodes = []
  for (const name of ['coordinator', ...names]) {
    const node = await startPostgres(folder, name, { settings: { ...distributed, ...settings } })
    await askPostgres(node, 'CREATE EXTENSION citus')
    nodes.push(node)
  }
  const [coordinator, ...workers] = nodes
  await askPostgres(coordinator, `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`)
  for (const { port } of workers)
    await askPostgres(coordinator, `SELECT citus_add_node('127.0.0.1', ${port})`)
  return { coordinator, workers }
}

/** The rows of a statement, or of the last of several, over a connection of its own. */
export async function askPostgres({ url }, sql, values) {
  const client = new pg.Client({ connectionString: url('postgres') })
  client.on('error', () => undefined) // the statement fails too
  await client.connect()
  try {
    const answer = await client.query(sql, values)
    return (Array.isArray(answer) ? answer.at(-1) : answer).rows
  } finally {
    await client.end()
  }
}

/** A PgBouncer in transaction mode. */
export async function startPgbouncer(folder, postgres) {
  const port = await unassignedPort()
  const file = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${postgres.port} user=portico`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any'],
    ...['pool_mode = transaction', 'default_pool_size = 8', 'max_client_conn = 200'],
  ]
  writeFileSync(file, lines.join('\n'))
  const [command, parameters] = account(folder).wrap('pgbouncer', [file])
  await serve(folder, 'pgbouncer', port, command, parameters, account(folder).options)
  return { url: (database) => `postgresql://portico@localhost:${port}/${database}` }
}

/** A Redis that stores nothing on disk and accepts only TLS. */
export async function startRedis(folder, { certificate, key }, port) {
  const at = port ?? (await unassignedPort())
  const sealed = ['--port', '0', '--tls-port', at, '--tls-cert-file', certificate, '--tls-key-file', key]
  const quiet = ['--tls-auth-clients', 'no', '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = await serve(folder, 'redis', at, 'redis-server', [...sealed, ...quiet].map(String))
  return { ...server, url: `rediss://localhost:${at}` }
}

/** A newer ClickHouse than Debian's, with the table of deploy/clickhouse/usage.sql. */
export async function startChdb(folder) {
  const port = await unassignedPort()
  const parameters = [join('tools', 'services', 'clickhouse-server.py'), port, join(folder, 'chdb')]
  const server = await serve(folder, 'chdb', port, python, parameters.map(String), { cwd: process.cwd() })
  const url = `http://127.0.0.1:${port}/?database=portico`
  const query = async (body) => (await fetch(url, { method: 'POST', body })).text()
  const table = readFileSync(join('deploy', 'clickhouse', 'usage.sql'), 'utf8')
  for (const statement of table.split(/;\n/).slice(0, -1)) await query(statement)
  return { ...server, url, query }
}

/** A ClickHouse that keeps its data in the folder. */
export async function startClickhouse(folder, port) {
  const at = port ?? (await unassignedPort())
  const tcp = await unassignedPort()
  const home = join(folder, 'clickhouse')
  mkdirSync(home, { recursive: true })
  const users =
    '<users><default><password></password><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota></default></users>'
  const file = join(home, 'config.xml')
  writeFileSync(
    file,
    `<yandex><logger><level>warning</level><console>1</console></logger><listen_host>127.0.0.1</listen_host><http_port>${at}</http_port><tcp_port>${tcp}</tcp_port>
     <path>${home}/</path><tmp_path>${home}/tmp/</tmp_path><users_config>${file}</users_config><mark_cache_size>5368709120</mark_cache_size>
     <default_profile>default</default_profile><default_database>default</default_database>
     ${users}<profiles><default/></profiles><quotas><default/></quotas></yandex>`,
  )
  const server = await serve(folder, 'clickhouse', at, 'clickhouse-server', [`--config-file=${file}`])
  const url = `http://127.0.0.1:${at}`
  const query = async (sql) => {
    const response = await fetch(url, { method: 'POST', body: sql })
    const text = await response.text()
    if (!response.ok) throw new Failure('ClickHouse refused a query.', text)
    return text
  }
  return { ...server, url, query }
}

/** A Redis Cluster of three servers with a replica each, which takes over after two seconds. */
export async function startRedisCluster(folder) {
  const start = async (name) => {
    const port = await unassignedPort()
    const home = join(folder, name)
    mkdirSync(home)
    const quiet = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', home]
    const cluster = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000']
    const all = ['--port', port, ...quiet, ...cluster].map(String)
    return serve(folder, name, port, 'redis-server', all)
  }
  const servers = []
  for (let nth = 1; nth <= 6; nth += 1) servers.push(await start(`redis-${nth}`))
  const addresses = servers.map(({ port }) => `127.0.0.1:${port}`)
  finish('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes'])
  return { servers, urls: addresses.map((address) => `redis://${address}`) }
}

/** nginx with deploy/nginx/portico.conf in front of a Portico's port. Returns its TLS port. */
export async function startNginx(folder, example, portico) {
  const [port, plain] = [await unassignedPort(), await unassignedPort()]
  const { certificate, key } = makeCertificate(folder)
  const site = example
    .replace('127.0.0.1:3000', `127.0.0.1:${portico}`)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('/etc/ssl/certs/portico.example.pem', certificate)
    .replace('/etc/ssl/private/portico.example.key', key)
    .replace('/var/log/nginx/portico.log', join(folder, 'access.log'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  const file = join(folder, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    file,
    `${user} daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr; events {} http { ${temporary.join(' ')} ${site} }`,
  )
  await serve(folder, 'nginx', port, 'nginx', ['-e', 'stderr', '-c', file])
  return { port, certificate }
}

/** An address that forwards to `port` and can be redirected. Existing connections stay where they are. */
export async function openAddress(port) {
  const target = { leadsTo: port }
  const server = createServer((client) => {
    const other = connect(target.leadsTo, '127.0.0.1')
    for (const [one, two] of [
      [client, other],
      [other, client],
    ]) {
      one.pipe(two)
      one.on('error', () => two.destroy()).on('close', () => two.destroy())
    }
  })
  const at = await unassignedPort()
  await new Promise((resolve) => server.listen(at, '127.0.0.1', resolve))
  onStop(() => void server.close())
  return Object.assign(target, { url: (database) => `postgresql://portico@localhost:${at}/${database}` })
}

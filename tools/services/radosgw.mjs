// A Ceph with one monitor, one in-memory OSD and one gateway, for tests. Needs root and Debian's packages.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../scripts/postgres/free-port.mjs'
import { Failure } from '../../scripts/steps/output.mjs'
import { onStop } from '../../scripts/steps/stop.mjs'

const programs = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'monmaptool', 'ceph']
const readyWithinMilliseconds = 120_000

/** Ceph programs that are not installed. */
export function missingPrograms() {
  return programs.filter((name) => spawnSync('which', [name], { stdio: 'ignore' }).status !== 0)
}

/** Without keys there is no encryption, which only the gateway would require (`ms mon client mode`). */
const configuration = (folder, fsid, monitor, gateway) => `[global]
fsid = ${fsid}
mon host = v2:127.0.0.1:${monitor}
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
public addr = 127.0.0.1
cluster addr = 127.0.0.1
run dir = ${folder}
log file = ${folder}/$name.log
admin socket = ${folder}/$name.asok
osd objectstore = memstore
memstore device bytes = 4294967296
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon warn on pool no redundancy = false
mon data = ${folder}/mon
osd data = ${folder}/osd
keyring = ${folder}/keyring
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw run sync thread = false
`

/** Starts it under `folder`. Resolves with its address and a user. */
export async function startRadosgw(folder) {
  const file = join(folder, 'ceph.conf')
  const [monitor, gateway, fsid] = [await freePort(), await freePort(), randomUUID()]
  for (const name of ['mon', 'osd']) mkdirSync(join(folder, name))
  writeFileSync(file, configuration(folder, fsid, monitor, gateway))
  const call = (name, ...parameters) => {
    const { status, stdout, stderr } = spawnSync(name, ['-c', file, ...parameters], { encoding: 'utf8' })
    if (status !== 0) throw new Failure(`${name} failed.`, stderr)
    return stdout
  }
  const serve = (name, ...parameters) => {
    const child = spawn(name, ['-c', file, '-f', '--setuser', 'root', '--setgroup', 'root', ...parameters], {
      stdio: 'ignore',
    })
    onStop(() => void child.kill('SIGKILL'))
  }
  const map = join(folder, 'monmap')
  call('monmaptool', '--create', '--addv', 'a', `[v2:127.0.0.1:${monitor}]`, '--fsid', fsid, map)
  call('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map)
  serve('ceph-mon', '-i', 'a')
  const osd = randomUUID()
  call('ceph', 'osd', 'new', osd, '0')
  call('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd)
  serve('ceph-osd', '-i', '0')
  serve('radosgw', '-n', 'client.rgw')
  const endpoint = `http://127.0.0.1:${gateway}`
  await untilItAnswers(endpoint)
  const [accessKeyId, secretAccessKey] = [randomBytes(10).toString('hex'), randomBytes(20).toString('hex')]
  const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey]
  call('radosgw-admin', 'user', 'create', '--uid=test', '--display-name=test', ...keys)
  return { endpoint, region: 'default', accessKeyId, secretAccessKey }
}

async function untilItAnswers(endpoint) {
  const end = Date.now() + readyWithinMilliseconds
  for (;;) {
    const answered = await fetch(endpoint).then(
      () => true,
      () => false,
    )
    if (answered) return
    if (Date.now() > end) throw new Failure('The Ceph gateway does not answer.')
    await pause(200)
  }
}

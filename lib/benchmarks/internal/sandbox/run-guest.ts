import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import { guestSource } from './guest-source'

export type GuestOutcome = { ok: true; output: string } | { ok: false; reason: string }

/** Well above what the code may take by itself: a busy machine starts processes slowly. */
const DEADLINE_MILLIS = 15_000
const MOST_OUTPUT_CHARACTERS = 1_000_000
const HEAP_MEGABYTES = 64
/** With Node itself; buffers lie outside of the heap. Watched where /proc says it (Linux). */
const RESIDENT_MEGABYTES = 300
const WATCH_MILLIS = 100
const PAGE_BYTES = 4096
const NICENESS = 10

const flags = [
  '--permission',
  '--disallow-code-generation-from-strings',
  '--disable-proto=delete',
  `--max-old-space-size=${HEAP_MEGABYTES}`,
  '--no-warnings',
]

/** Gives the text to the guest's process and takes its line; the process is gone afterwards, whatever it did. */
export async function runGuest(input: string): Promise<GuestOutcome> {
  const guest = spawn(process.execPath, [...flags, '-e', guestSource], {
    env: { NODE_ENV: 'production' }, // no setting and no secret of ours
    cwd: tmpdir(),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const stop = limit(guest)
  try {
    return await readOutput(guest, input, stop)
  } finally {
    clearTimeout(stop.timer)
    clearInterval(stop.watch)
    guest.kill('SIGKILL')
  }
}

type Stop = {
  timer: NodeJS.Timeout
  watch: NodeJS.Timeout
  reason: string | undefined
  end(reason: string): void
}

function limit(guest: ChildProcess): Stop {
  const stop: Stop = {
    reason: undefined,
    end(reason) {
      stop.reason ??= reason
      guest.kill('SIGKILL')
    },
    timer: setTimeout(() => stop.end('The code did not end in time.'), DEADLINE_MILLIS),
    watch: setInterval(() => void watchMemory(guest, stop), WATCH_MILLIS),
  }
  return stop
}

async function watchMemory({ pid }: ChildProcess, stop: Stop): Promise<void> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  const residentBytes = Number(text.split(' ')[1] ?? 0) * PAGE_BYTES
  if (residentBytes > RESIDENT_MEGABYTES * 1024 * 1024) stop.end('The code took too much memory.')
}

function readOutput(guest: ChildProcess, input: string, stop: Stop): Promise<GuestOutcome> {
  return new Promise((resolve, reject) => {
    let output = ''
    guest.stdout?.setEncoding('utf8').on('data', (piece: string) => {
      output += piece
      if (output.length > MOST_OUTPUT_CHARACTERS) stop.end('The results are far too long.')
    })
    guest.once('error', reject)
    guest.once('spawn', () => {
      // It may be gone already.
      if (guest.pid !== undefined) lowerPriority(guest.pid)
    })
    guest.once('close', (code) => {
      if (stop.reason !== undefined) resolve({ ok: false, reason: stop.reason })
      else if (code === 0) resolve({ ok: true, output })
      else resolve({ ok: false, reason: 'The code ran out of memory or broke its process.' })
    })
    guest.stdin?.on('error', () => undefined).end(input)
  })
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICENESS)
  } catch {
    // Not allowed everywhere.
  }
}

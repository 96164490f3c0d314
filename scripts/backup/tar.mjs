// The part of tar a backup needs: files and folders in the POSIX format (ustar), as streams. Any tar program can read it.
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { Failure } from '../steps/output.mjs'

const BLOCK = 512
const LARGEST_OCTAL = 8 ** 11 - 1
const SUM = { from: 148, to: 156 }

/** Writes to `stream`. Names of folders end with a slash. */
export function tarWriter(stream) {
  async function write(bytes) {
    if (!stream.write(bytes)) await once(stream, 'drain')
  }
  const fill = (size) => write(Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK))

  return {
    folder: (name, mode) => write(headerOf({ name, mode, size: 0 })),
    async text(name, text) {
      const bytes = Buffer.from(text)
      await write(headerOf({ name, mode: 0o600, size: bytes.length }))
      await write(bytes)
      await fill(bytes.length)
    },
    /** In its size when opened, even if it changes meanwhile. A deleted file is left out. */
    async file(name, path) {
      const file = await open(path).catch((error) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (file === undefined) return
      try {
        const { size, mode } = await file.stat()
        await write(headerOf({ name, mode, size }))
        let written = 0
        if (size > 0) {
          for await (const bytes of file.createReadStream({
            end: size - 1,
            highWaterMark: 1 << 20,
            autoClose: false,
          })) {
            await write(bytes)
            written += bytes.length
          }
        }
        for (; written < size; written += Math.min(size - written, 1 << 20))
          await write(Buffer.alloc(Math.min(size - written, 1 << 20)))
        await fill(size)
      } finally {
        await file.close()
      }
    },
    async end() {
      await write(Buffer.alloc(2 * BLOCK))
      stream.end()
      await once(stream, 'close')
    },
  }
}

function headerOf({ name, mode, size }) {
  const header = Buffer.alloc(BLOCK)
  const [prefix, rest] = splitName(name)
  header.write(rest, 0)
  header.write(prefix, 345)
  header.write(octal(mode & 0o777, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  if (size <= LARGEST_OCTAL) header.write(octal(size, 11), 124)
  else {
    header[124] = 0x80 // as a binary number, like GNU and BSD tar
    header.writeBigUInt64BE(BigInt(size), 128)
  }
  header.write(octal(Math.floor(Date.now() / 1000), 11), 136)
  header.write(name.endsWith('/') ? '5' : '0', 156)
  header.write('ustar\0' + '00', 257)
  header.write(`${octal(sumOf(header), 6)}\0 `, SUM.from)
  return header
}

const octal = (number, digits) => number.toString(8).padStart(digits, '0')

function sumOf(header) {
  let sum = 8 * 32 // its own field counts as spaces
  for (const [at, byte] of header.entries()) if (at < SUM.from || at >= SUM.to) sum += byte
  return sum
}

/** Splits at a slash: at most 100 bytes after it, at most 155 before it. */
function splitName(name) {
  if (Buffer.byteLength(name) <= 100) return ['', name]
  for (let slash = name.indexOf('/'); slash > 0; slash = name.indexOf('/', slash + 1)) {
    const [prefix, rest] = [name.slice(0, slash), name.slice(slash + 1)]
    if (Buffer.byteLength(prefix) <= 155 && rest !== '' && Buffer.byteLength(rest) <= 100)
      return [prefix, rest]
  }
  throw new Failure(`The name ${name} is too long for a backup.`)
}

/**
 * Reads what `tarWriter` wrote: `{ name, mode, body }` for each entry in order. `body` (undefined for a folder) yields its bytes and
 * must be read before the next entry.
 */
export async function* readTar(chunks) {
  const source = byteSource(chunks)
  for (;;) {
    const header = await source.take(BLOCK)
    if (header.every((byte) => byte === 0)) return
    if (Number.parseInt(header.toString('latin1', SUM.from, SUM.to), 8) !== sumOf(header))
      throw new Failure('The file is not a backup, or it is damaged.')
    const text = (from, length) => header.toString('utf8', from, from + length).replace(/\0.*$/s, '')
    const prefix = text(345, 155)
    const name = prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`
    const mode = Number.parseInt(text(100, 8), 8)
    const size =
      header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(text(124, 12), 8)
    if (name.endsWith('/')) yield { name, mode, body: undefined }
    else {
      yield { name, mode, body: source.stream(size) }
      await source.take((BLOCK - (size % BLOCK)) % BLOCK)
    }
  }
}

function byteSource(chunks) {
  const iterator = chunks[Symbol.asyncIterator]()
  let rest = Buffer.alloc(0)
  async function more() {
    const { value, done } = await iterator.next()
    if (done) throw new Failure('The backup is incomplete.')
    return value
  }
  return {
    async take(size) {
      while (rest.length < size) rest = Buffer.concat([rest, await more()])
      const bytes = rest.subarray(0, size)
      rest = rest.subarray(size)
      return bytes
    },
    async *stream(size) {
      for (let left = size; left > 0; ) {
        if (rest.length === 0) rest = await more()
        const part = rest.subarray(0, left)
        rest = rest.subarray(part.length)
        left -= part.length
        yield part
      }
    },
  }
}

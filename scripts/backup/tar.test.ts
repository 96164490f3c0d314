import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { readTar, tarWriter } from './tar.mjs'

let folder = ''
let archive = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tar-'))
  archive = join(folder, 'a.tar')
})

const long = `${'folder/'.repeat(20)}${'x'.repeat(90)}`

async function write(contents: Record<string, Buffer>) {
  const tar = tarWriter(createWriteStream(archive))
  await tar.folder('empty/', 0o700)
  await tar.text('words.txt', 'grüße')
  for (const [index, [name, content]] of Object.entries(contents).entries()) {
    writeFileSync(join(folder, String(index)), content, { mode: 0o640 })
    await tar.file(name, join(folder, String(index)))
  }
  await tar.file('gone', join(folder, 'not-there'))
  await tar.end()
}

async function read() {
  const found: [string, number, string | undefined][] = []
  for await (const { name, mode, body } of readTar(createReadStream(archive, { highWaterMark: 1000 })))
    found.push([name, mode, body && (await buffer(body)).toString()])
  return found
}

describe('a tar', () => {
  it('gives back what was put in: folders, empty and long files, long names; not what was gone', async () => {
    await write({ none: Buffer.alloc(0), block: Buffer.alloc(512, 'b'), [long]: Buffer.alloc(3001, 'c') })
    expect(await read()).toEqual([
      ['empty/', 0o700, undefined],
      ['words.txt', 0o600, 'grüße'],
      ['none', 0o640, ''],
      ['block', 0o640, 'b'.repeat(512)],
      [long, 0o640, 'c'.repeat(3001)],
    ])
    expect(readFileSync(archive).length % 512).toBe(0)
  })

  it('that is cut off or damaged is no tar', async () => {
    await write({ block: Buffer.alloc(5000, 'b') })
    const whole = readFileSync(archive)
    truncateSync(archive, 3000)
    await expect(read()).rejects.toThrow('The backup is incomplete')
    whole.write('!', 0)
    writeFileSync(archive, whole)
    await expect(read()).rejects.toThrow('it is damaged')
  })
})

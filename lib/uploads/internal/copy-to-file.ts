import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { storageAttempt } from '@/lib/platform/storage/object-storage'

/** Copies a stream into a new file, a piece at a time, and says what went by. Throws StorageError. */
export function copyToFile(
  body: Readable,
  path: string,
): Promise<{ sizeBytes: number; md5: string; sha256: Buffer }> {
  return storageAttempt('copy an upload', async () => {
    const md5 = createHash('md5')
    const sha256 = createHash('sha256')
    let sizeBytes = 0
    await pipeline(
      body,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          md5.update(chunk)
          sha256.update(chunk)
          sizeBytes += chunk.length
          yield chunk
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    )
    return { sizeBytes, md5: md5.digest('base64'), sha256: sha256.digest() }
  })
}

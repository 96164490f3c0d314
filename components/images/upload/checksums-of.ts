import { createMD5, createSHA256 } from 'hash-wasm'

const CHUNK_BYTES = 2 * 1024 * 1024

/** Both checksums of a file, read a piece at a time. (The browser's own digests know no MD5.) */
export async function checksumsOf(file: Blob): Promise<{ md5: string; sha256: string }> {
  const [md5, sha256] = await Promise.all([createMD5(), createSHA256()])
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    const chunk = new Uint8Array(await file.slice(at, at + CHUNK_BYTES).arrayBuffer())
    md5.update(chunk)
    sha256.update(chunk)
  }
  const bytes = md5.digest('binary')
  return { md5: btoa(String.fromCharCode(...bytes)), sha256: sha256.digest('hex') }
}

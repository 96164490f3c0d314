import type { ByteRange } from '@/lib/platform/storage/object-storage'

/**
 * What a Range header asks for (RFC 9110 §14). Null, and so the whole file, for none, for several ranges and for what is
 * no range of bytes; 'outside' where none of the file's bytes was meant.
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | 'outside' | null {
  const found = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '')
  if (!found) return null
  const [, first = '', last = ''] = found
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? 'outside' : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  if (start >= sizeBytes) return 'outside'
  return { start, end: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) }
}

import type { Attachment } from '../conversation/conversation'
import { readDimensions } from './read-dimensions'

const HEADER_CHARS = 128 * 1024

/** What can be said of an attachment without looking into it: its type, its size, its measures. */
export function describeAttachment({ kind, source, label }: Attachment): string {
  const data = /^data:([\w.+-]+\/[\w.+-]+)?[^,]{0,100},/.exec(source.slice(0, 300))
  if (data === null && kind === 'image')
    return `an image by its address (${hostOf(source)}), which I did not open`
  const encoded = data === null ? source : source.slice(data[0].length)
  const size = formatBytes(byteLength(encoded))
  if (kind === 'audio') return `sound (${label ?? 'unknown format'}, ${size})`
  if (kind === 'file')
    return `a file${label === undefined ? '' : ` called “${label}”`} (${data?.[1] ?? 'unknown type'}, ${size})`
  const measures = readDimensions(Buffer.from(encoded.slice(0, HEADER_CHARS), 'base64'))
  const pixels = measures === undefined ? '' : `, ${measures.width} × ${measures.height} pixels`
  return `an image (${data?.[1] ?? 'unknown type'}, ${size}${pixels})`
}

function byteLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding)
}

function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const isSmall = bytes < 1024 * 1024
  return `${(bytes / (isSmall ? 1024 : 1024 * 1024)).toFixed(1)} ${isSmall ? 'KiB' : 'MiB'} (${bytes} bytes)`
}

function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return 'not a valid address'
  }
}

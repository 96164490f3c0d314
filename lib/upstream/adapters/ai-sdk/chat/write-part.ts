import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from '@ai-sdk/provider'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { cacheOptions } from './cache-options'
import type { ContentPart } from './chat-request'
import type { ChatDialect } from './dialect'
import { readLink } from './read-link'

export type PartMeans = { dialect: Pick<ChatDialect, 'name' | 'readsLinks'>; signal: AbortSignal }
type FileSource = { link: string; mediaType: string; filename?: string | undefined }

const DATA_URL = /^data:([^;,]*)(?:;[^;,]*)*?(;base64)?,/i

/** One part of a message in the package's words. Links are fetched where the vendor does not read them itself. */
export async function writePart(
  part: ContentPart,
  means: PartMeans,
): Promise<LanguageModelV4TextPart | LanguageModelV4FilePart> {
  return { ...(await writeBare(part, means)), ...cacheOptions(part.cache_control, means.dialect) }
}

async function writeBare(
  part: ContentPart,
  means: PartMeans,
): Promise<LanguageModelV4TextPart | LanguageModelV4FilePart> {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'refusal':
      return { type: 'text', text: part.refusal }
    case 'image_url':
      return writeFile({ link: part.image_url.url, mediaType: 'image' }, means)
    case 'input_audio': {
      const { data, format } = part.input_audio
      return { type: 'file', mediaType: `audio/${format}`, data: { type: 'data', data } }
    }
    case 'file': {
      const { file_data: link, filename } = part.file
      if (!link) throw unreadable('A file must bring its bytes as file_data: this model knows no file_id.')
      return writeFile({ link, mediaType: 'application/pdf', filename: filename ?? undefined }, means)
    }
  }
}

async function writeFile(
  { link, mediaType, filename }: FileSource,
  { dialect: { readsLinks }, signal }: PartMeans,
): Promise<LanguageModelV4FilePart> {
  const named = filename === undefined ? {} : { filename }
  const head = DATA_URL.exec(link)
  if (head !== null) return { type: 'file', ...named, ...fromDataUrl(link, head, mediaType) }
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link))
    throw unreadable('Pictures and files must be https links or data URLs.')
  const data = readsLinks
    ? ({ type: 'url', url: new URL(link) } as const)
    : ({ type: 'data', data: await readLink(link, signal) } as const)
  return { type: 'file', ...named, mediaType, data }
}

function fromDataUrl(
  link: string,
  [head, type, isBase64]: RegExpExecArray,
  mediaType: string,
): Pick<LanguageModelV4FilePart, 'mediaType' | 'data'> {
  const body = link.slice(head.length)
  const data = isBase64 === undefined ? Buffer.from(decode(body)).toString('base64') : body
  return { mediaType: type || mediaType, data: { type: 'data', data } }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw unreadable('A data URL in the messages is not well-formed.')
  }
}

function unreadable(message: string): UpstreamError {
  return new UpstreamError('rejected', { param: 'messages', message })
}

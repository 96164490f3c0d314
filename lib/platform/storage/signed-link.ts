import { z } from 'zod'
import { clock } from '../clock'
import { env } from '../env'
import { AppError } from '../errors'
import { queryNumber } from '../fields'
import { isLinkSignature, signLink } from '../secrets'
import type { PutConstraints } from './object-storage'

/** Links to our own routes, for a store that has none: what may be done, until when, and our signature on it. */
const STORAGE_PATH = '/api/storage'

const unixSeconds = queryNumber(0, Number.MAX_SAFE_INTEGER)

export const GetLink = z.object({ expires: unixSeconds, signature: z.string() })
export type GetLink = z.infer<typeof GetLink>

export const PutLink = GetLink.extend({
  content_type: z.string(),
  content_md5: z.string(),
  content_length: queryNumber(0, Number.MAX_SAFE_INTEGER),
})
export type PutLink = z.infer<typeof PutLink>

export function signDiskPut(key: string, constraints: PutConstraints): string {
  const { contentType, contentMd5, contentLength } = constraints
  const expires = secondsFromNow(constraints.expiresInSeconds)
  return linkTo(key, {
    content_type: contentType,
    content_md5: contentMd5,
    content_length: String(contentLength),
    expires: String(expires),
    signature: signLink(['storage-put', key, contentType, contentMd5, contentLength, expires]),
  })
}

export function signDiskGet(key: string, expiresInSeconds: number): string {
  const expires = secondsFromNow(expiresInSeconds)
  return linkTo(key, { expires: String(expires), signature: signLink(['storage-get', key, expires]) })
}

/** Throws `invalid_signature` or `link_expired`. */
export function verifyPutLink(key: string, link: PutLink): void {
  const parts = ['storage-put', key, link.content_type, link.content_md5, link.content_length, link.expires]
  verify(parts, link)
}

/** Throws `invalid_signature` or `link_expired`. */
export function verifyGetLink(key: string, link: GetLink): void {
  verify(['storage-get', key, link.expires], link)
}

function verify(parts: (string | number)[], { expires, signature }: GetLink): void {
  if (!isLinkSignature(parts, signature)) throw new AppError('invalid_signature')
  if (clock.now().getTime() >= expires * 1000) throw new AppError('link_expired')
}

function secondsFromNow(seconds: number): number {
  return Math.floor(clock.now().getTime() / 1000) + seconds
}

function linkTo(key: string, query: Record<string, string>): string {
  return `${env().publicUrl}${STORAGE_PATH}/${key}?${new URLSearchParams(query)}`
}

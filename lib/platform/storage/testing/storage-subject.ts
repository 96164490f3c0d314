import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { ObjectStorage } from '../object-storage'
import { md5Of } from './md5-of'

/** A store that is tested by the contract. */
export type Subject = {
  storage(): ObjectStorage
  /** What a browser does with a signed link. */
  send(url: string, init?: RequestInit): Promise<Response>
}

export const contentType = 'image/png'
export const newKey = () => `uploads/2026-11-21/${randomUUID()}`

export async function* pieces(bytes: Buffer, pieceBytes: number) {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

export async function contentOf(store: ObjectStorage, key: string): Promise<Buffer | null> {
  const found = await store.get(key)
  return found && buffer(found.body)
}

/** What a link to PUT is signed for, and the PUT that keeps the promise unless told otherwise. */
export const promised = Buffer.from('exactly these bytes')
export const promise = {
  contentType,
  contentMd5: md5Of(promised),
  contentLength: promised.length,
  expiresInSeconds: 60,
}

export function put(
  { send }: Subject,
  url: string,
  body: BodyInit = new Uint8Array(promised),
  more: Record<string, string> = {},
): Promise<Response> {
  const headers = { 'content-type': contentType, 'content-md5': promise.contentMd5, ...more }
  return send(url, { method: 'PUT', body, headers })
}

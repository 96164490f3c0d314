import { Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import type { ServedFile } from '@/lib/platform/stream'
import type { Transaction } from '@/lib/platform/transaction'
import { LOGO, logoNow, StoredLogo } from './keep-settings'
import { deleteSettings, lockSettings, type SettingRow, saveSetting } from './repository'
import type { LogoRequest } from './schema'

/** The installation's logo: stored with the settings, in memory on every node, and public. */

const PATH = '/api/logo'
const KINDS = ['image/png', 'image/apng', 'image/jpeg', 'image/webp']
const SVG = 'image/svg+xml'
const YEAR_MILLIS = 365 * 24 * 3600 * 1000
const FIVE_MINUTES_MILLIS = 300_000

/** The URL contains a hash of the image, so it can be cached for long. */
export function logoUrl(): string | null {
  const logo = logoNow()
  return logo && `${PATH}?v=${logo.etag.replaceAll('"', '')}`
}

/** Throws `not_found` where no logo is set. */
export function openLogo(version: string | undefined): ServedFile {
  const logo = logoNow()
  if (logo === null) throw new AppError('not_found')
  const { mimeType, bytes, etag } = logo
  const goodMillis = `"${version}"` === etag ? YEAR_MILLIS : FIVE_MINUTES_MILLIS
  return {
    mimeType,
    sizeBytes: bytes.length,
    etag,
    goodUntil: new Date(clock.now().getTime() + goodMillis),
    isShared: true,
    fileName: `logo.${mimeType === SVG ? 'svg' : mimeType.slice('image/'.length)}`,
    isDownload: false,
    open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  }
}

type States = { before: object | null; after: object | null }

/** Throws `invalid_parameter` for anything but PNG, JPEG, WebP or SVG. */
export async function saveLogo(
  { image }: LogoRequest,
  userId: string | null,
  transaction: Transaction,
): Promise<States> {
  const mimeType = await kindOf(Buffer.from(image, 'base64'))
  const rows = await lockSettings(transaction)
  const value = { mimeType, base64: image }
  const row = await saveSetting({ key: LOGO, value, sealed: null, updatedBy: userId }, transaction)
  return { before: stateOf(rows.find(({ key }) => key === LOGO)), after: stateOf(row) }
}

export async function removeLogo(transaction: Transaction): Promise<States> {
  const rows = await lockSettings(transaction)
  await deleteSettings([LOGO], transaction)
  return { before: stateOf(rows.find(({ key }) => key === LOGO)), after: null }
}

/** SVG is safe: pages show it as an image, and opened directly it is served with a sandbox that runs no scripts. */
async function kindOf(bytes: Buffer): Promise<string> {
  const known = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime
  if (known !== undefined && KINDS.includes(known)) return known.replace('apng', 'png')
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF?\s*(<\?xml[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*>|\s)*/i, '')
  if (/^<svg[\s>]/i.test(text) && /<\/svg>\s*$|\/>\s*$/i.test(text)) return SVG
  throw new AppError('invalid_parameter', {
    param: 'image',
    message: 'image must be a PNG, JPEG, WebP or SVG.',
  })
}

function stateOf(row: SettingRow | undefined): object | null {
  const stored = StoredLogo.safeParse(row?.value)
  if (row === undefined || !stored.success) return null
  const { mimeType, base64 } = stored.data
  return { type: mimeType, bytes: Buffer.byteLength(base64, 'base64'), set_at: row.updatedAt.toISOString() }
}

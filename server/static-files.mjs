// Next compresses its scripts and styles for every request, with gzip. They never change, so the build compresses them once,
// with Brotli, which is a seventh smaller. Files of other versions are in the database.
import { createReadStream, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress } from 'node:zlib'

const types = { '.js': 'application/javascript; charset=UTF-8', '.css': 'text/css; charset=UTF-8' }
const otherTypes = { '.woff2': 'font/woff2', '.png': 'image/png', '.svg': 'image/svg+xml' }
const unpack = promisify(brotliDecompress)
const prefix = '/_next/static/'

const folderOf = (root) => join(root, '.next', 'static')
const listFiles = (folder) =>
  existsSync(folder) ? readdirSync(folder, { recursive: true }).map((file) => file.replaceAll('\\', '/')) : []

/** Writes a compressed file beside each script and style of a new build. */
export async function compressStatic(root) {
  const folder = folderOf(root)
  const compress = async (file) => {
    writeFileSync(
      join(folder, `${file}.br`),
      await promisify(brotliCompress)(readFileSync(join(folder, file))),
    )
  }
  await Promise.all(
    listFiles(folder)
      .filter((file) => extname(file) in types)
      .map(compress),
  )
}

/** Stores this build's files for nodes of other versions, by `keep(build, read)`. */
export async function shareStatic(root, keep) {
  const folder = folderOf(root)
  const build = readFileSync(join(root, '.next', 'BUILD_ID'), 'utf8').trim()
  await keep(build, () =>
    listFiles(folder)
      .filter((file) => extname(file) in types || extname(file) in otherTypes)
      .map((path) => ({
        path,
        body: readFileSync(join(folder, extname(path) in types ? `${path}.br` : path)),
      })),
  )
}

const headersOf = (file) => ({
  'content-type': types[extname(file)] ?? otherTypes[extname(file)],
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
})

const readsBrotli = ({ headers }) => /\bbr\b/.test(headers['accept-encoding'] ?? '')

/**
 * `(request, response) => boolean`: answers with a static file, and returns whether it did. Next serves its own files if the
 * browser does not support Brotli. `find(file)` finds files of other versions.
 */
export function staticDoor(root, find) {
  const folder = folderOf(root)
  const own = listFiles(folder)
  const sizes = new Map(
    own.filter((file) => file.endsWith('.br')).map((file) => [file, statSync(join(folder, file)).size]),
  )
  const nexts = new Set(own)
  return (request, response) => {
    if (request.method !== 'GET' || !request.url.startsWith(prefix)) return false
    const file = request.url.slice(prefix.length).split('?', 1)[0]
    const size = readsBrotli(request) ? sizes.get(`${file}.br`) : undefined
    if (size === undefined && nexts.has(file)) return false
    if (size === undefined) answerOther(find, file, request, response)
    else {
      response.writeHead(200, { ...headersOf(file), 'content-encoding': 'br', 'content-length': size })
      // Not an error if the browser hangs up; a deleted file ends its response.
      pipeline(createReadStream(join(folder, `${file}.br`)), response, () => {})
    }
    return true
  }
}

/** A file of another version, if there is one. */
async function answerOther(find, file, request, response) {
  const kept = await find(file).catch(() => null)
  if (!kept) {
    response.writeHead(kept === null ? 503 : 404, {
      'cache-control': 'no-store',
      'content-type': 'text/plain',
    })
    return response.end(kept === null ? 'Try again.' : 'Not found.')
  }
  const isPacked = extname(file) in types && readsBrotli(request)
  const body = isPacked || !(extname(file) in types) ? kept : await unpack(kept)
  const encoding = isPacked ? { 'content-encoding': 'br' } : {}
  response.writeHead(200, { ...headersOf(file), ...encoding, 'content-length': body.length })
  response.end(body)
}

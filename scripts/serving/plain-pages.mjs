// Public pages are sent without the framework's scripts: they are read more than they are used, and what moves in them
// (menu, tabs, copying, filters, charts) is in public/site, some kilobytes instead of half a megabyte to load and wake.
import { brotliCompress, constants, gzip } from 'node:zlib'

const publicPages = /^\/(?:$|models(?:\/|$)|explore\/|pricing$|docs(?:\/|$))/

const scripts = /<script\b([^>]*)>([\s\S]*?)<\/script>/g
const preloadedScripts = /<link rel="preload" as="script"[^>]*>/g
/** A part that came later, or an error: the browser finishes such a page by the framework. */
const unfinished = /<template (id="B:|data-dgst)|id="__next_error__"/

const isFrameworks = (attributes, text) =>
  / src="\/_next\/| id="_R_"/.test(attributes) ||
  /^\(?self\.__next_|^requestAnimationFrame\(function\(\)\{\$RT/.test(text)

/** The page as readers get it; as it is where the framework must finish it. */
export function withoutFramework(html) {
  if (unfinished.test(html)) return html
  return html
    .replace(scripts, (whole, attributes, text) => (isFrameworks(attributes, text) ? '' : whole))
    .replace(preloadedScripts, '')
}

/** Whether the request is for the page itself, and not for the framework's data of it. */
const asksForPage = ({ method, url, headers }) =>
  method === 'GET' && headers.rsc === undefined && publicPages.test(url.split('?', 1)[0])

/** Holds back what Next writes of a public page, and sends it whole. To be called before Next sees the request. */
export function sendPlainPages(request, response) {
  if (!asksForPage(request)) return
  const accepted = request.headers['accept-encoding'] ?? ''
  delete request.headers['accept-encoding'] // compressed once, by us
  const { writeHead, write, end, flushHeaders } = response
  const chunks = []
  const keep = (chunk, encoding, callback) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array)
      chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? encoding : undefined))
    const done = [chunk, encoding, callback].find((one) => typeof one === 'function')
    if (done) process.nextTick(done)
  }
  response.flushHeaders = () => {}
  response.writeHead = (status, reason, headers = reason) => {
    response.statusCode = status
    if (headers && typeof headers === 'object')
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    return response
  }
  response.write = (...given) => {
    keep(...given)
    return true
  }
  response.end = (...given) => {
    keep(...given)
    Object.assign(response, { writeHead, write, end, flushHeaders })
    send(response, Buffer.concat(chunks), accepted)
    return response
  }
}

function send(response, body, accepted) {
  const isPage = response.statusCode === 200 && /^text\/html/.test(String(response.getHeader('content-type')))
  const sent = isPage ? Buffer.from(withoutFramework(body.toString())) : body
  compress(sent, accepted, (encoding, bytes) => {
    if (response.destroyed || response.headersSent) return
    if (encoding) {
      response.setHeader('content-encoding', encoding)
      response.removeHeader('etag')
    }
    response.appendHeader('vary', 'Accept-Encoding')
    response.setHeader('content-length', bytes.length)
    response.end(bytes)
  })
}

function compress(bytes, accepted, callback) {
  const then = (encoding) => (error, packed) =>
    error ? callback(undefined, bytes) : callback(encoding, packed)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  // A few bytes are not worth it.
  if (bytes.length < 1024) callback(undefined, bytes)
  else if (/\bbr\b/.test(accepted)) brotliCompress(bytes, quality, then('br'))
  else if (/\bgzip\b/.test(accepted)) gzip(bytes, then('gzip'))
  else callback(undefined, bytes)
}

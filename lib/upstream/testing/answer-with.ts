import type { OutgoingHttpHeaders } from 'node:http'
import { constants, createGzip } from 'node:zlib'
import type { Answer } from './fault-upstream'

const EVENT_STREAM = { 'content-type': 'text/event-stream' }

/** The ways a fault upstream answers. */
export const answerWith = {
  json:
    (status: number, body: unknown, headers: OutgoingHttpHeaders = {}): Answer =>
    (res) => {
      res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    },

  text:
    (status: number, contentType: string, body: string | Buffer): Answer =>
    (res) => {
      res.writeHead(status, { 'content-type': contentType }).end(body)
    },

  /** Compressed although we request it plain, every chunk sent on its own. */
  packed:
    (contentType: string, ...parts: string[]): Answer =>
    (res) => {
      res.writeHead(200, { 'content-type': contentType, 'content-encoding': 'gzip' })
      const packer = createGzip({ flush: constants.Z_SYNC_FLUSH })
      packer.pipe(res)
      for (const part of parts) packer.write(part)
      packer.end()
    },

  noContentType:
    (status: number, body: string): Answer =>
    (res) => {
      res.writeHead(status).end(body)
    },

  /** A whole stream, every chunk written (and sent) on its own. */
  events:
    (...chunks: (string | Buffer)[]): Answer =>
    (res) => {
      res.writeHead(200, EVENT_STREAM)
      const [next, ...rest] = chunks
      writeOneByOne(
        (chunk, done) => res.write(chunk, done),
        next,
        rest,
        () => res.end(),
      )
    },

  /** A whole answer or stream whose chunks are sent one every 20 ms. */
  slowly:
    (contentType: string, ...chunks: (string | Buffer)[]): Answer =>
    (res) => {
      res.writeHead(200, { 'content-type': contentType })
      const left = [...chunks]
      const timer = setInterval(() => {
        const chunk = left.shift()
        if (chunk !== undefined) return void res.write(chunk)
        clearInterval(timer)
        res.end()
      }, 20)
      res.once('close', () => clearInterval(timer))
    },

  /** The head of a good answer, and then nothing, for ever. */
  headThenSilence:
    (contentType: string): Answer =>
    (res) => {
      res.writeHead(200, { 'content-type': contentType })
      res.flushHeaders()
    },

  /** An opening, and then the same drop every few milliseconds, for ever. */
  dripping:
    (contentType: string, opening: string, drop: string): Answer =>
    (res) => {
      res.writeHead(200, { 'content-type': contentType })
      res.flushHeaders()
      if (opening !== '') res.write(opening)
      const timer = setInterval(() => res.write(drop), 5)
      res.once('close', () => clearInterval(timer))
    },

  /** More than anybody should take, until the other side has had enough. */
  endlessly:
    (contentType: string, opening: string, filler: string): Answer =>
    (res) => {
      res.writeHead(200, { 'content-type': contentType })
      res.write(opening)
      const pour = () => {
        while (!res.destroyed && res.write(filler));
      }
      res.on('drain', pour)
      pour()
    },

  /** Events, and then nothing more, for ever. */
  eventsThenSilence:
    (...chunks: (string | Buffer)[]): Answer =>
    (res) => {
      res.writeHead(200, EVENT_STREAM)
      res.flushHeaders()
      for (const chunk of chunks) res.write(chunk)
    },

  /** The connection breaks between two HTTP chunks. */
  eventsThenReset:
    (...chunks: (string | Buffer)[]): Answer =>
    (res) => {
      res.writeHead(200, EVENT_STREAM)
      const [next, ...rest] = chunks
      writeOneByOne(
        (chunk, done) => res.write(chunk, done),
        next,
        rest,
        () => res.socket?.resetAndDestroy(),
      )
    },

  /** The connection ends inside an HTTP chunk: 16 bytes are announced, four come. */
  cutInsideChunk:
    (contentType: string): Answer =>
    (res) => {
      res.socket?.end(
        `HTTP/1.1 200 OK\r\ncontent-type: ${contentType}\r\ntransfer-encoding: chunked\r\n\r\n10\r\ndata`,
      )
    },

  /** The connection ends before the announced length is there. */
  shortBody: (): Answer => (res) => {
    res.socket?.end(
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"choices":[',
    )
  },

  /** The head of a JSON answer and its first bytes, then silence. */
  bodyThenSilence:
    (status: number, body: string): Answer =>
    (res) => {
      res.writeHead(status, { 'content-type': 'application/json' })
      res.write(body)
    },

  noise: (): Answer => (res) => {
    res.socket?.end('SSH-2.0-OpenSSH_9.2\r\n')
  },

  reset: (): Answer => (res) => {
    res.socket?.resetAndDestroy()
  },

  hangUp: (): Answer => (res) => {
    res.socket?.end()
  },

  silence: (): Answer => () => undefined,

  /** 103 first, as an upstream behind a CDN may say. */
  earlyHints:
    (then: Answer): Answer =>
    (res, req) => {
      res.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => then(res, req))
    },
}

type Write = (part: string | Buffer, done: () => void) => void

function writeOneByOne(
  write: Write,
  part: string | Buffer | undefined,
  rest: (string | Buffer)[],
  end: () => void,
): void {
  const [next, ...others] = rest
  if (part === undefined) end()
  else write(part, () => writeOneByOne(write, next, others, end))
}

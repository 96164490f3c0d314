import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A mail server, for tests: accepts and keeps every mail, or refuses all while `isBroken`. */
export type MailServer = {
  url: string
  mails: { to: string[]; data: string }[]
  isBroken: boolean
  close(): void
}

export async function openMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    converse(socket, mailServer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    mails: [],
    isBroken: false,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
  return mailServer
}

/** The SMTP commands that a client needs to deliver a mail. */
function converse(socket: Socket, server: MailServer): void {
  let rest = ''
  let to: string[] = []
  let isData = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  const take = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'RCPT') to.push(line.replace(/^[^<]*<([^>]*)>.*$/, '$1'))
    if (verb === 'DATA') isData = true
    if (verb === 'MAIL' && server.isBroken) return say('451 try again later')
    return say(isData ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 ok')
  }
  socket.on('error', () => undefined)
  socket.on('data', (bytes) => {
    rest += bytes.toString('latin1')
    for (;;) {
      const end = rest.indexOf(isData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const part = rest.slice(0, end)
      rest = rest.slice(end + (isData ? 5 : 2))
      if (!isData) take(part)
      else {
        server.mails.push({ to, data: part })
        to = []
        isData = false
        say('250 kept')
      }
    }
  })
  say('220 a mail server for tests')
}

/** For tests: the text of a mail as a person reads it, the plain text part of what the mail server received. */
export function textOfMail(data: string): string {
  // By the boundary: a line of the text may begin with `--` too.
  const boundary = /boundary="([^"]+)"/.exec(data)?.[1] ?? ''
  const part = data.split(`\r\n--${boundary}`).find((each) => each.includes('Content-Type: text/plain')) ?? ''
  const bytes = part
    .slice(part.indexOf('\r\n\r\n') + 4)
    .replace(/^\.\./gm, '.')
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}

// Shared by the scripts in this folder: each tests its unmodified client against a running Portico and prints a line of JSON per check.
// `npm run test:clients` passes the URL and the key.
export { strict as assert } from 'node:assert'

export const origin = process.env.PORTICO_URL
export const key = process.env.PORTICO_API_KEY
export const baseURL = `${origin}/v1`

/** `feature` is a row of docs/use/clients.md. If several checks name the same one, all must pass. */
export async function check(feature, work) {
  let error
  try {
    await work()
  } catch (caught) {
    error = String(caught?.stack ?? caught).slice(0, 1500)
  }
  console.log(JSON.stringify({ feature, ok: error === undefined, error }))
}

/** One second of a tone as a WAV file. */
export function wav() {
  const samples = 8000
  const bytes = Buffer.alloc(44 + samples * 2)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + samples * 2, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(8000, 24)
  bytes.writeUInt32LE(16000, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(samples * 2, 40)
  for (let i = 0; i < samples; i++) bytes.writeInt16LE(Math.round(8000 * Math.sin(i / 3)), 44 + i * 2)
  return bytes
}

export const isPng = (bytes) => Buffer.from(bytes).subarray(1, 4).toString() === 'PNG'

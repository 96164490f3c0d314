import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { type SealedColumn, sealBytes, unsealBytes } from '@/lib/platform/secrets'

type Part = 'title' | 'turns' | 'preset'
type Owned = { customerId: string; id: string }
const pack = promisify<Buffer, Buffer>(deflateRaw)
const unpack = promisify<Buffer, Buffer>(inflateRaw)

const purposeOf = (part: Part, { customerId, id }: Owned) => `playground ${part} ${customerId} ${id}`

/** A value as it is kept: JSON, deflated and sealed. */
export async function close(part: Part, owned: Owned, value: unknown): Promise<Buffer<ArrayBuffer>> {
  return sealBytes(purposeOf(part, owned), await pack(Buffer.from(JSON.stringify(value))))
}

/** Undefined if it was sealed with a key that is gone. */
export async function open(part: Part, owned: Owned, sealed: Uint8Array): Promise<unknown> {
  const packed = unsealBytes(purposeOf(part, owned), sealed)
  return packed && JSON.parse((await unpack(packed)).toString('utf8'))
}

const columns = [
  ['shared_conversations', 'sealed_title', 'title'],
  ['shared_conversations', 'sealed_turns', 'turns'],
  ['presets', 'sealed', 'preset'],
] as const

export const sealedPlayground = columns.map(
  ([table, column, part]): SealedColumn => ({
    table,
    column,
    owner: ['customer_id', 'id'],
    purposeOf: ({ customer_id: customerId = '', id = '' }) => purposeOf(part, { customerId, id }),
  }),
)

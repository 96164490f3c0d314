import { newId } from '@/lib/platform/ids'
import type { Transaction } from '@/lib/platform/transaction'
import { addFile, type KeptBytes, keepBytes } from '@/lib/work/objects/files'
import { type EndedLine, readEnded } from './line-repository'

type Ended = { id: string; customer_id: string }

const reasons = {
  expired: 'This request was not made within the completion window.',
  cancelled: 'The batch was cancelled before this request was made.',
  completed: 'This request was not made.',
}

/** Stores the answers of a batch, and what was refused or not asked; `addTo` makes files of them. Throws StorageError. */
export async function writeResults({ id, customer_id: customerId }: Ended, status: keyof typeof reasons) {
  const write = async (name: string, statuses: string[]): Promise<KeptBytes | undefined> => {
    const body = encode(id, statuses, { code: `batch_${status}`, message: reasons[status] })
    const kept = await keepBytes({ customerId, fileName: `${id}_${name}.jsonl`, body })
    // One that is empty is swept.
    return kept.sizeBytes > 0 ? kept : undefined
  }
  const output = await write('output', ['answered'])
  const errors = await write('error', ['failed', 'unasked'])
  return {
    async addTo(transaction: Transaction) {
      const add = async (kept: KeptBytes | undefined) =>
        kept ? (await addFile(kept, { purpose: 'batch_output' }, transaction)).id : null
      return { outputFileId: await add(output), errorFileId: await add(errors) }
    },
  }
}

async function* encode(batchId: string, statuses: string[], unasked: object): AsyncGenerator<Buffer> {
  for await (const line of readEnded(batchId, statuses)) yield Buffer.from(`${lineOf(line, unasked)}\n`)
}

/** As OpenAI writes it; the body is JSON already. */
function lineOf({ custom_id, request_id, status_code, body }: EndedLine, unasked: object): string {
  const ids = `"id":"${newId('batch_req')}","custom_id":${JSON.stringify(custom_id)}`
  return body === null
    ? `{${ids},"response":null,"error":${JSON.stringify(unasked)}}`
    : `{${ids},"response":{"status_code":${status_code},"request_id":"${request_id}","body":${body}},"error":null}`
}

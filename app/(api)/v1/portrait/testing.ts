import * as finishLiveness from '@/app/(api)/api/liveness/[token]/finish/route'
import * as openLiveness from '@/app/(api)/api/liveness/[token]/open/route'
import * as liveness from '@/app/(api)/api/liveness/[token]/route'
import { type Call, openDoors } from '@/lib/http/testing'
import { linkTo, type newCustomer, openQueue } from '@/lib/media/portraits/testing'
import * as portrait from './route'

const modules = {
  '/v1/portrait': portrait,
  '/api/liveness/[token]': liveness,
  '/api/liveness/[token]/open': openLiveness,
  '/api/liveness/[token]/finish': finishLiveness,
}

/** A callback address that may be given. */
export const CALLBACK = 'https://1.1.1.1/back?order=7'

/** An answer of the portrait protocol. */
export type ActionAnswer = {
  ResponseMetadata: { Error?: { Code: string; Message: string } }
  Result?: Record<string, unknown>
}

type Customer = Awaited<ReturnType<typeof newCustomer>>

/** For tests: the portrait routes, and the queue behind them, without a worker. */
export async function openPortraits() {
  await openQueue()
  return openDoors(modules)
}

/** The protocol's actions, called as the current customer. */
export function actionsOf(call: Call, customer: () => Customer) {
  async function act(action: string, json: object = {}, key = customer().key) {
    const answer = await call('POST', `/v1/portrait?Action=${action}&Version=2024-01-01`, { key, json })
    return { ...answer, body: answer.body as ActionAnswer & Record<string, unknown> }
  }
  const make = async (action: string, json: object) => String((await act(action, json)).body.Result?.Id)
  return {
    act,
    async codeOf(action: string, json: object = {}, key = customer().key) {
      const { status, body } = await act(action, json, key)
      return [status, body.ResponseMetadata.Error?.Code]
    },
    makeGroup: (name = 'Mia') => make('CreateAssetGroup', { Name: name }),
    async makeAsset(groupId: string, bytes: Buffer, AssetType = 'Image') {
      const URL = await linkTo(customer().customerId, bytes)
      return make('CreateAsset', { GroupId: groupId, URL, AssetType, Name: 'one' })
    },
  }
}

import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { authenticate } from './authenticate'
import type { Exchange } from './exchange'
import { unknownEndpoint } from './unknown-endpoint'

/** The operator at the console. Anyone else, keys of the operator's own included, learns only that there is nothing here. */
export async function authenticateOperator(exchange: Exchange): Promise<Caller> {
  const caller = await authenticated(exchange)
  if (caller === null || !caller.isOperator || caller.apiKey !== null) throw unknownEndpoint(exchange)
  return caller
}

async function authenticated(exchange: Exchange): Promise<Caller | null> {
  try {
    return await authenticate(exchange)
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return null
    throw error
  }
}
